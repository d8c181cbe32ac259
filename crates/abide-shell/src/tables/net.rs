//! Programs that speak to the network: what they send is text, URLs are no files.

use super::part::Part::*;
use super::row::{Role::*, *};

/// Queries, and commands of the client.
const SQL: Role = Code(Language::Sql);

pub const ROWS: &[Program] = &[
    // curl(1) 8.9
    row("curl").rest(Part(Url)).opts(&[
        flag("--silent --show-error --fail --location --insecure --compressed --verbose --head"),
        flag("--include --get --fail-with-body --globoff --no-buffer --remote-name --progress-bar"),
        flag("--parallel --http1.1 --http2 --ipv4 --ipv6 --no-progress-meter --create-dirs"),
        takes(Part(AtFile), "-d --data --data-ascii --data-binary --json -H --header"),
        takes(Part(AtFile), "--proxy-header -w --write-out --variable"),
        takes(Free, "--data-raw --form-string -A --user-agent -e --referer --url-query"),
        takes(Part(NameAtFile), "--data-urlencode"),
        takes(Part(FormFile), "-F --form"),
        takes(Part(Cookie), "-b --cookie"),
        takes(Part(Url), "--url -x --proxy --preproxy --doh-url"),
        takes(Read, "-T --upload-file -K --config --netrc-file --cacert --capath --crlfile -E"),
        takes(Read, "--cert --key --pubkey --proxy-cacert --proxy-capath --proxy-cert --proxy-key"),
        takes(Read, "--proxy-crlfile --random-file --egd-file --etag-compare"),
        takes(Write, "-o --output -c --cookie-jar -D --dump-header --trace --trace-ascii --stderr"),
        takes(Write, "--libcurl --etag-save --output-dir"),
        takes(Both, "--alt-svc --hsts"),
        val("-u --user -U --proxy-user -X --request -m --max-time -C --continue-at -r --range -y"),
        val("-Y --speed-limit --speed-time -z --time-cond -t --telnet-option -P --ftp-port -Q"),
        val("--quote --retry --retry-delay --retry-max-time --connect-timeout --resolve --interface"),
        val("--connect-to --limit-rate --max-redirs --max-filesize --proto --proto-default"),
        val("--proto-redir --ciphers --tls13-ciphers --tls-max --cert-type --key-type --pass"),
        val("--noproxy --oauth2-bearer --aws-sigv4 --abstract-unix-socket --unix-socket --rate"),
        val("--keepalive-time --local-port --mail-auth --mail-from --mail-rcpt --parallel-max"),
        val("--request-target --socks4 --socks4a --socks5 --socks5-hostname --pinnedpubkey"),
        val("--dns-servers --dns-interface --expect100-timeout --create-file-mode --curves"),
        val("--engine --delegation --happy-eyeballs-timeout-ms --tftp-blksize --service-name"),
    ]),
    // wget(1) 1.24
    row("wget|wget2").rest(Part(Url)).opts(&[
        takes(Free, "--post-data --body-data --header -U --user-agent --referer"),
        takes(Read, "--post-file --body-file -i --input-file --load-cookies --certificate"),
        takes(Read, "--private-key --ca-certificate --config --ca-directory"),
        takes(Write, "-O --output-document -o --output-file -a --append-output --save-cookies"),
        takes(Write, "-P --directory-prefix --warc-file"),
        takes(Script, "--use-askpass"),
        val("-e --execute -t --tries -T --timeout -w --wait -Q --quota -B --base -l --level -A"),
        val("--accept -R --reject -D --domains -I -X --user --password --method --limit-rate"),
        val("--cut-dirs --dns-timeout --connect-timeout --read-timeout --bind-address --progress"),
        val("--http-user --http-password --exclude-domains --secure-protocol --start-pos"),
    ]),
    // HTTPie 3, xh
    row("http|https|xh|xhs").rest(Part(HttpItem)).opts(&[
        takes(Write, "-o --output"),
        val("-a --auth -A --auth-type -p --print --style --session --timeout --verify"),
        takes(Free, "--raw"),
    ]),
    // aria2c(1), axel, yt-dlp
    row("aria2c|axel|yt-dlp|youtube-dl").rest(Part(Url)).opts(&[
        takes(Write, "-o --out --output -d --dir -P --paths"),
        takes(Read, "-i --input-file -a --batch-file --cookies"),
        takes(Script, "--exec --on-download-complete"),
        val("-x -s -j -f --format -S"),
    ]),
    // ab(1), wrk, hey, vegeta, k6
    row("ab|wrk|hey|oha|bombardier").rest(Part(Url)).opts(&[
        takes(Read, "-p -D -s"),
        takes(Free, "-H -d"),
        val("-n -c -t -z -m -T -q"),
    ]),
    // grpcurl, websocat
    row("grpcurl").rest(Skip).opts(&[takes(Free, "-d -H -rpc-header"), takes(Read, "-proto")]),
    row("ping|dig|nslookup|host|traceroute|telnet|whois").rest(Skip),
    // psql(1), mysql(1), sqlite3(1), redis-cli: queries are text, `-f` is read
    row("psql|pgcli").rest(Skip).opts(&[
        takes(SQL, "-c --command"),
        takes(RunFile(Language::Sql), "-f --file"),
        takes(Write, "-o --output -L --log-file"),
        val("-d --dbname -h --host -p --port -U --username -v --set -F -P -R -T"),
    ]),
    row("mysql|mariadb|mycli").rest(Skip).opts(&[
        takes(SQL, "-e --execute"),
        takes(Read, "--defaults-file --defaults-extra-file"),
        val("-h --host -P --port -u --user -D --database -S --socket"),
    ]),
    row("sqlite3|duckdb").operands(&[Both]).rest(SQL).no_clusters().opts(&[
        takes(SQL, "-cmd -c"),
        takes(Read, "-init"),
        flag("-readonly").turns(&[(Both, Read)]),
        val("-separator -newline -nullvalue"),
    ]),
    // mail(1), mutt(1), sendmail(8)
    row("mail|mailx|mutt|sendmail").rest(Skip).opts(&[
        takes(Free, "-s"),
        takes(Read, "-a -i -F -H"),
        val("-c -b -r -e -f -t"),
    ]),
    // aws 2: s3 cp and kin copy files
    row("aws s3 cp|mv|sync")
        .rest(Part(HostRead))
        .last(Part(HostWrite))
        .opts(&[val("--profile --region --exclude --include --acl --storage-class")]),
    row("gsutil cp|mv|rsync").rest(Part(HostRead)).last(Part(HostWrite)),
];
