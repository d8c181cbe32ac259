//! Files of the person, replaced as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Puts `bytes` in the place of what is at `path`: written beside it, flushed
/// to the disk, and moved there. The target of a link is written, and a file
/// that is there keeps its permissions.
pub fn replace(path: &Path, bytes: &[u8], executable: bool) -> io::Result<()> {
    write(path, &mut |file| file.write_all(bytes), if executable { 0o777 } else { 0o666 })
}

/// The same for a file that `fill` writes bit by bit. A pipe or a device is written to
/// as it is, and no folder is made.
pub fn fill(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = std::path::absolute(path)?;
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        let mut file = BufWriter::new(File::options().write(true).open(path)?);
        return fill(&mut file).and_then(|()| file.flush());
    }
    path.parent().map_or(Ok(()), |folder| folder.metadata().map(drop))?;
    write(&path, fill, 0o666)
}

/// The same for what only the person may read.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, &mut |file| file.write_all(bytes), 0o600)
}

fn write(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>, bits: u32) -> io::Result<()> {
    let path = target(path)?;
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    fs::create_dir_all(folder)?;
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::Error::other("it is read-only"));
    }
    // The name is always the same: what a run that was killed left behind goes
    // with the next one.
    let beside = beside(&path);
    let _ = fs::remove_file(&beside);
    let mut builder = tempfile::Builder::new();
    builder.prefix(beside.file_name().unwrap_or_default()).rand_bytes(0).permissions(mode(bits));
    let mut file = builder.tempfile_in(folder)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    let mut buffer = BufWriter::new(&mut file);
    fill(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    // The move itself is safe only when the folder is on the disk too; not
    // every file system can do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Removes a file; of a link, what it leads to.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(target(path)?)
}

/// Removes what a run that was killed while it wrote `path` left beside it.
pub fn sweep(path: &Path) {
    let _ = target(path).and_then(|path| fs::remove_file(beside(&path)));
}

/// The file that is written first and then moved to `path`.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".abide-new");
    path.with_file_name(name)
}

/// The folders that have to be made before `path` can be written, outermost
/// first.
pub fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let Ok(path) = target(path) else { return Vec::new() };
    let missing = path.ancestors().skip(1).take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
    missing.reverse();
    missing
}

/// Where a link leads, also when nothing is there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        let Ok(next) = path.read_link() else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("/")).join(next);
    }
    Err(io::Error::other("its links lead in a circle"))
}

#[cfg(unix)]
fn mode(bits: u32) -> Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(bits)
}

#[cfg(not(unix))]
fn mode(_: u32) -> Permissions {
    // Where there are no such bits, any file can be started.
    fs::metadata(".").expect("the working folder has permissions").permissions()
}
