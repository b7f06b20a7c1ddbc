//! The program that tests run. Cargo puts it in one place, whatever features it was built with, so steps take turns in using
//! that place, and the browser tests get a copy.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::run::{Shell, target};
use crate::rust;

/// The copy, once it is made.
static COPY: Mutex<Option<PathBuf>> = Mutex::new(None);
static PLACE: Mutex<()> = Mutex::new(());

/// Keeps other steps from building the program with other features, until it is dropped.
pub(crate) fn lock_build() -> MutexGuard<'static, ()> {
    PLACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Copies the program to where no other build puts one.
pub(crate) fn copy(program: &Path, name: &str) -> Result<PathBuf, String> {
    let copy = target().join("xtask").join(name);
    let failed = |error| format!("{} could not be copied to {}: {error}", program.display(), copy.display());
    fs::create_dir_all(target().join("xtask")).map_err(failed)?;
    fs::copy(program, &copy).map_err(failed)?;
    Ok(copy)
}

/// Makes the copy for the browser's tests.
pub(crate) fn copy_for_browser(program: &Path) -> Result<PathBuf, String> {
    let copy = copy(program, "trinta")?;
    *COPY.lock().unwrap_or_else(PoisonError::into_inner) = Some(copy.clone());
    Ok(copy)
}

/// The program as people get it, for the browser's tests; built unless the step `tests` has done so.
pub(crate) fn browser_program(shell: &Shell) -> Result<PathBuf, String> {
    if let Some(copy) = COPY.lock().unwrap_or_else(PoisonError::into_inner).clone() {
        return Ok(copy);
    }
    let _place = lock_build();
    rust::build_program(shell)
}
