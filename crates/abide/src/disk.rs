//! Files of the person, replaced as a whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts `bytes` in the place of what is at `path`: written beside it, flushed
/// to the disk, and moved there. The target of a link is written, and a file
/// that is there keeps its permissions.
///
/// Gives the folders that had to be made, outermost first.
pub fn replace(path: &Path, bytes: &[u8], executable: bool) -> io::Result<Vec<PathBuf>> {
    write(path, bytes, if executable { 0o777 } else { 0o666 })
}

/// The same for what only the person may read.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<Vec<PathBuf>> {
    write(path, bytes, 0o600)
}

fn write(path: &Path, bytes: &[u8], bits: u32) -> io::Result<Vec<PathBuf>> {
    let path = target(path)?;
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    let made = make_folders(folder)?;
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::Error::other("it is read-only"));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".abide-").permissions(mode(bits));
    let mut file = builder.tempfile_in(folder)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    // The move itself is safe only when the folder is on the disk too; not
    // every file system can do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(made)
}

/// Removes a file; of a link, what it leads to.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(target(path)?)
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

fn make_folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let missing = folder.ancestors().take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
    missing.reverse();
    fs::create_dir_all(folder)?;
    Ok(missing)
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
