//! Programs that copy, move, remove, pack and change files.

use super::part::{Opener, Part::*};
use super::row::{Role::*, *};
use super::walk::*;

/// cp(1), mv(1), install(1), ln(1), coreutils 9.4: `-t` names the target first.
const TARGET: Opt = takes(Write, "-t --target-directory").no_last();

pub const ROWS: &[Program] = &[
    row("cp|gcp").rest(Read).last(Write).opts(&[
        TARGET,
        val("-S --suffix"),
        flag("-r -R -a --recursive --archive").walks(BELOW),
    ]),
    row("ditto").rest(Read).last(Write).walks(BELOW),
    row("mv|gmv").rest(Remove).last(Write).walks(BELOW).opts(&[TARGET, val("-S --suffix")]),
    row("ln|gln|link|symlink").rest(Read).last(Write).opts(&[TARGET, val("-S --suffix")]),
    row("install|ginstall").rest(Read).last(Write).opts(&[
        TARGET,
        val("-g --group -m --mode -o --owner -S --suffix"),
        takes(Script, "--strip-program"),
        flag("-d --directory").no_last().turns(&[(Read, Write)]),
    ]),
    row("rename|prename|mmv|vidir")
        .operands(&[Free])
        .rest(Remove)
        .opts(&[takes(Code(Language::Perl), "-e").fills()]),
    row("rm|grm|srm").rest(Remove).opts(&[flag("-r -R --recursive").walks(BELOW)]),
    row("unlink|rmdir").rest(Remove),
    row("trash|trash-put|rimraf|del-cli|rip").rest(Remove).walks(BELOW),
    row("gio trash|remove").rest(Remove).walks(BELOW),
    // shred(1), coreutils; wipe(1)
    row("shred|wipe").rest(Write).opts(&[
        val("-n --iterations -s --size"),
        takes(Read, "--random-source"),
        flag("-u --remove").turns(&[(Write, Remove)]),
    ]),
    row("mkdir|mkfifo|mknod|gmkdir").rest(Write).opts(&[val("-m --mode")]),
    row("mktemp").rest(Write).opts(&[takes(Into, "-p"), may(Into, "--tmpdir"), val("--suffix")]),
    row("touch|gtouch").rest(Write).opts(&[val("-d --date -t --time"), takes(Name, "-r --reference")]),
    row("truncate|gtruncate").rest(Write).opts(&[val("-s --size"), takes(Name, "-r --reference")]),
    row("fallocate").rest(Write).opts(&[val("-o --offset -l --length")]),
    row("chmod|gchmod")
        .operands(&[Skip])
        .rest(Write)
        .opts(&[takes(Name, "--reference").fills(), flag("-R --recursive").walks(BELOW)]),
    row("chown|chgrp|gchown").operands(&[Skip]).rest(Write).opts(&[
        takes(Name, "--reference").fills(),
        val("--from"),
        flag("-R --recursive").walks(BELOW),
    ]),
    row("chattr|chflags").operands(&[Skip]).rest(Write),
    row("chcon")
        .rest(Write)
        .opts(&[val("-u --user -r --role -t --type -l --range"), takes(Name, "--reference")]),
    row("setfacl")
        .rest(Write)
        .opts(&[val("-m --modify -x --remove"), takes(Read, "-M --modify-file -X --remove-file --restore")]),
    row("xattr|getfattr|getfacl|lsattr").rest(Name),
    row("tee|gtee").rest(Write),
    row("sponge").rest(Write),
    row("pv").rest(Read).opts(&[
        val("-s --size -L --rate-limit -N --name -i --interval -F --format -w -H -B"),
        takes(Write, "-o --output"),
    ]),
    // dd(1), coreutils 9.4
    row("dd|gdd|dcfldd").no_options().rest(Part(Dd)),
    // split(1), csplit(1), coreutils 9.4
    row("split|gsplit").operands(&[Read]).rest(Write).opts(&[
        takes(Script, "--filter"),
        val("-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number -t --separator"),
        val("--additional-suffix"),
    ]),
    row("csplit")
        .operands(&[Read])
        .rest(Skip)
        .opts(&[takes(Write, "-f --prefix"), val("-b --suffix-format -n --digits")]),
    // tar(1), GNU 1.35
    TAR,
    // cpio(1), pax(1), ar(1), zip(1) 3.0, unzip(1), 7z(1)
    row("cpio").rest(Skip).opts(&[
        takes(Both, "-F --file -I -O"),
        takes(Into, "-D --directory"),
        flag("-o --create").turns(&[(Into, Dir)]),
        takes(Script, "--rsh-command"),
        val("-C -H --format -M --message -R --owner"),
    ]),
    row("ar").bundled().operands(&[Write]).rest(Read),
    row("zip").operands(&[Both]).rest(Read).opts(&[
        takes(Script, "-TT --unzip-command"),
        takes(Write, "-O --output-file -lf"),
        takes(Skip, "-b -n -t -tt -P -s"),
        list(Except, "-x --exclude"),
        list(Only, "-i --include"),
        flag("-r -R --recurse-paths --recurse-patterns").walks(BELOW),
        flag("-m --move").turns(&[(Read, Remove)]),
    ]),
    row("unzip|zipinfo|bsdunzip").operands(&[Read]).rest(Skip).opts(&[takes(Write, "-d"), val("-P -x")]),
    row("7z|7za|7zr|7zz|rar|unrar").operands(&[Skip, Both]).rest(Read).walks(BELOW).opts(&[may(Write, "-o")]),
    row("7z|7za|7zr|7zz|rar|unrar l|t|lt|lb|vt|e|x").rest(Read).opts(&[may(Write, "-o")]),
    // gzip(1) 1.13 and kin: the file is replaced, unless written to stdout
    row("gzip|gunzip|compress|uncompress|bzip2|bunzip2").rest(Both).opts(&[TO_STDOUT, val("-S --suffix")]),
    row("pigz|unpigz").rest(Both).opts(&[TO_STDOUT, val("-S --suffix -p --processes -b --blocksize")]),
    row("xz|unxz|lzma|unlzma")
        .rest(Both)
        .opts(&[TO_STDOUT, val("-S --suffix -T --threads -F --format -C --check")]),
    row("zstd|unzstd|zstdmt|lz4|unlz4|brotli").rest(Both).opts(&[
        TO_STDOUT,
        takes(Read, "-D"),
        takes(Write, "-o --output --output-dir-flat"),
    ]),
    // patch(1) 2.7
    row("patch|gpatch").operands(&[Both]).rest(Read).opts(&[
        val("-p --strip -F --fuzz -B --prefix -z --suffix -V --version-control -D --ifdef -g -Y"),
        takes(Read, "-i --input"),
        takes(Write, "-o --output -r --reject-file"),
        takes(Into, "-d --directory"),
    ]),
    // rsync(1) 3.3
    row("rsync|openrsync").rest(Part(HostRead)).last(Part(HostWrite)).opts(&[
        takes(Script, "-e --rsh --rsync-path"),
        flag("--remove-source-files").turns(&[(Part(HostRead), Part(HostRemove))]),
        flag(
            "--del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded",
        )
        .turns(&[(Part(HostWrite), Part(HostRemove))]),
        flag("-n --dry-run").turns(&[(Part(HostWrite), Name), (Part(HostRemove), Name)]),
        flag("-a --archive -r --recursive").walks(BELOW),
        takes(Except, "--exclude"),
        val("-f --filter --include --chmod --chown --usermap --groupmap --bwlimit -B"),
        val("--block-size --max-size --min-size --max-delete --timeout --contimeout --port -M"),
        val("--remote-option --info --debug --out-format --log-file-format --suffix --skip-compress"),
        val("--compress-level --compress-choice --checksum-choice --iconv --protocol --sockopts"),
        takes(Read, "--exclude-from --include-from --files-from --password-file --early-input"),
        takes(Read, "--compare-dest --copy-dest --link-dest --read-batch"),
        takes(Write, "--log-file --backup-dir --partial-dir -T --temp-dir --write-batch"),
    ]),
    // scp(1), sftp(1), OpenSSH 9.8
    row("scp").rest(Part(HostRead)).last(Part(HostWrite)).opts(&[
        takes(Script, "-S"),
        val("-c -D -J -l -o -P -X"),
        takes(Read, "-F -i"),
        flag("-r").walks(BELOW),
    ]),
    row("sftp").rest(Part(HostRead)).opts(&[
        takes(Script, "-S"),
        val("-B -c -D -J -l -o -P -R -s -X"),
        takes(Read, "-b -F -i"),
    ]),
    row("rclone").operands(&[Skip]).rest(Part(HostRead)).last(Part(HostWrite)),
    // openssl(1), gpg(1), age(1): keys and secrets
    row("openssl").operands(&[Skip]).rest(Plain).no_clusters().opts(&[
        takes(Read, "-in -key -CA -CAkey -cert -certfile -inkey -keyfile -config -passin"),
        takes(Write, "-out -keyout"),
        val("-subj -days -pass -passout -newkey -md -name -connect -servername -K -iv"),
    ]),
    row("openssl dgst|verify|x509|asn1parse|rsa|ec|pkey|crl|s_client|speed|base64").rest(Read).no_clusters().opts(&[
        takes(Read, "-in -key -CA -CAfile -CApath -verify -prverify -sign -signature -inkey -keyform -passin"),
        takes(Write, "-out"),
        val("-hmac -connect -servername -sigopt -passout -inform -outform"),
    ]),
    row("gpg|gpg2").rest(Both).opts(&[
        flag("--verify --verify-files -k --list-keys -K --list-secret-keys --list-packets --show-keys --import")
            .turns(&[(Both, Read)]),
        takes(Write, "-o --output"),
        val("-r --recipient -u --local-user -R --hidden-recipient --passphrase --keyserver"),
        val("--default-key --cipher-algo --digest-algo --pinentry-mode"),
        takes(Free, "--comment"),
    ]),
    row("age|rage").rest(Read).opts(&[
        takes(Write, "-o --output"),
        takes(Read, "-i --identity -R --recipients-file"),
        val("-r --recipient"),
    ]),
    // open(1), macOS; xdg-open(1)
    row("open|xdg-open|gio|start").rest(Part(UrlOrFile)).opts(&[val("-a -b -h")]),
    // pbcopy and kin take no operands. inotifywait(1), fswatch(1) look at names
    row("inotifywait|fswatch|lsof|fuser")
        .rest(Name)
        .opts(&[val("-e --event -t --timeout --format --timefmt --exclude -i -p -u -c")]),
];

/// The file is only read when what comes of it goes to stdout.
const TO_STDOUT: Opt = flag("-c --stdout --to-stdout -l --list -t --test").turns(&[(Both, Read)]);

/// tar(1), GNU 1.35; `--use-compress-program`, `--to-command`, `--checkpoint-action`,
/// `--info-script` and `--rsh-command` run commands.
const TAR: Program = row("tar|gtar|bsdtar").bundled().rest(Plain).opts(&[
    takes(Both, "-f --file"),
    flag("-c --create").turns(&[(Both, Write), (Plain, Read)]).walks(BELOW),
    flag("-x --extract --get").turns(&[(Both, Read), (Plain, Write), (Dir, Into)]),
    flag("-t --list -d --diff --compare").turns(&[(Both, Read), (Plain, Name)]),
    flag("-r --append -u --update").turns(&[(Plain, Read)]).walks(BELOW),
    flag("-A --catenate --concatenate").turns(&[(Plain, Read)]),
    flag("-O --to-stdout").turns(&[(Write, Skip), (Into, Dir)]),
    flag("--remove-files").turns(&[(Read, Remove), (Plain, Remove)]),
    takes(Dir, "-C --directory --cd"),
    takes(Script, "-I --use-compress-program --to-command -F --info-script --new-volume-script"),
    takes(Script, "--rsh-command --rmt-command"),
    takes(Part(After(Opener::Tar)), "--checkpoint-action"),
    takes(Read, "-T --files-from -X --exclude-from"),
    takes(Both, "-g --listed-incremental --index-file --volno-file"),
    takes(Skip, "-b --blocking-factor -H --format -K --starting-file -L --tape-length -N --newer"),
    takes(Except, "--exclude"),
    val("-V --label --exclude-tag --group --owner --mode --mtime --strip-components"),
    val("--transform --xform --suffix --sort --pax-option --quoting-style --record-size"),
]);
