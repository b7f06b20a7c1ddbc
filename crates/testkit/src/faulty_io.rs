//! Faults of the disk in a process of its own: a small library in C is built and preloaded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The library and the file that controls it.
#[derive(Debug)]
pub struct FaultyIo {
    library: PathBuf,
    control: PathBuf,
}

/// An operation on a file of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// Flushing.
    Flush,
}

/// The error that an operation meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The disk reports an error (`EIO`).
    Io,
    /// The disk has become read-only (`EROFS`).
    ReadOnly,
    /// The disk is full (`ENOSPC`).
    Full,
    /// The disk takes this many milliseconds longer.
    Slow(u16),
}

impl FaultyIo {
    /// Builds the library in a folder. Where there is no C compiler, or libraries can't be preloaded, returns `None` and
    /// writes to standard error that the test was skipped.
    ///
    /// # Panics
    /// If the library can't be built by a compiler that is there.
    #[must_use]
    pub fn build(folder: &Path) -> Option<FaultyIo> {
        if !cfg!(target_os = "linux") {
            eprintln!("NOT TESTED: faults of the disk need Linux");
            return None;
        }
        let (source, library) = (folder.join("faulty_io.c"), folder.join("faulty_io.so"));
        fs::write(&source, include_str!("faulty_io.c")).unwrap();
        let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).output();
        match built {
            Ok(output) => {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                Some(FaultyIo { library, control: folder.join("faults") })
            }
            Err(why) => {
                eprintln!("NOT TESTED: faults of the disk need a C compiler: {why}");
                None
            }
        }
    }

    /// Preloads the library into a process.
    pub fn preload(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("TRINTA_FAULTS", &self.control);
    }

    /// From the `count`-th operation on each one fails.
    ///
    /// # Panics
    /// If the control file can't be written.
    pub fn fail(&self, operation: Operation, fault: Fault, count: u32) {
        let operation = match operation {
            Operation::Read => "read",
            Operation::Write => "write",
            Operation::Flush => "flush",
        };
        let number = match fault {
            Fault::Io => 5,
            Fault::Full => 28,
            Fault::ReadOnly => 30,
            Fault::Slow(millis) => -i32::from(millis),
        };
        let aside = self.control.with_extension("new");
        #[cfg(unix)]
        std::os::unix::fs::symlink(format!("{operation} {number} {count}"), &aside).unwrap();
        fs::rename(&aside, &self.control).unwrap();
    }

    /// Nothing fails any more.
    ///
    /// # Panics
    /// If nothing failed before.
    pub fn heal(&self) {
        fs::remove_file(&self.control).unwrap();
    }
}
