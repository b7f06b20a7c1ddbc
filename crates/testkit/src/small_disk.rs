//! A small file system for tests that need a disk that is really full.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A file system in memory, mounted in a folder of its own and unmounted when it is dropped.
#[derive(Debug)]
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Mounts a file system of this many KiB. Where mounting is not permitted, returns `None` and writes to standard
    /// error that the test was skipped.
    ///
    /// # Panics
    /// If mounting fails for the superuser, who is permitted to mount: a test must not pass there by being skipped.
    #[must_use]
    pub fn mount(name: &str, kib: u32) -> Option<SmallDisk> {
        let folder = std::env::temp_dir().join(format!("trinta-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{} can't be made: {error}", folder.display()));
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "tmpfs"])
            .arg(&folder)
            .output()
            .map_err(|error| error.to_string())
            .and_then(|output| match output.status.success() {
                true => Ok(()),
                false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            });
        match mounted {
            Ok(()) => Some(SmallDisk { folder }),
            Err(why) => {
                let _ = fs::remove_dir(&folder);
                assert!(!is_superuser(), "a small file system can't be mounted: {why}");
                eprintln!("NOT TESTED: a small file system can't be mounted without being the superuser: {why}");
                None
            }
        }
    }

    /// The mount point.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Uses up all free space, until [`SmallDisk::make_room`].
    ///
    /// # Panics
    /// If writing fails for another reason than a full disk.
    pub fn fill(&self) {
        let mut ballast = File::options().create(true).append(true).open(self.ballast()).unwrap();
        let error = loop {
            if let Err(error) = ballast.write_all(&[0; 4096]) {
                break error;
            }
        };
        assert_eq!(error.kind(), ErrorKind::StorageFull, "{error}");
    }

    /// Frees the space that [`SmallDisk::fill`] used up.
    ///
    /// # Panics
    /// If the disk was not filled.
    pub fn make_room(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }

    /// Lets nobody write to it, until [`SmallDisk::make_writable`].
    ///
    /// # Panics
    /// If a file on it is open for writing.
    pub fn make_read_only(&self) {
        self.remount("ro");
    }

    /// Lets it be written to again.
    ///
    /// # Panics
    /// If that is not permitted.
    pub fn make_writable(&self) {
        self.remount("rw");
    }

    fn remount(&self, mode: &str) {
        let options = format!("remount,{mode}");
        // A connection that was just closed may still hold a file open for a moment.
        for _ in 0..50 {
            let remounted = Command::new("mount").args(["-o", &options]).arg(&self.folder).output().unwrap();
            if remounted.status.success() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{} can't be made {mode}", self.folder.display());
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A lazy unmount, which succeeds even if a file is still open.
        let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Whether this process runs as the superuser; false where there is no `/proc`.
fn is_superuser() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
    }
    #[cfg(not(unix))]
    {
        false
    }
}
