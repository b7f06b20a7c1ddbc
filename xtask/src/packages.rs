//! The libraries as others get them: packages that build by themselves, and a public API that changes only on purpose.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::{Shell, root, target};
use crate::tally::Tally;

/// A library that others may depend on.
struct Library {
    name: &'static str,
    /// The features that its public API is written down with.
    features: &'static str,
}

const LIBRARIES: [Library; 2] =
    [Library { name: "trinta-core", features: "lexicons,serde,toml" }, Library { name: "trinta-solver", features: "" }];

/// The step of the test command.
pub(crate) fn test(shell: &Shell) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for library in &LIBRARIES {
        let api = public_api(shell, library)?;
        tally += compare(shell, library.name, &api)?;
    }
    package(shell)?;
    tally += Tally::pass();
    Ok(tally)
}

/// Where cargo builds the libraries. In the folder of the workspace, the switch for unstable output would make cargo build
/// dependencies anew, and all that depends on them.
fn folder() -> PathBuf {
    target().join("libraries")
}

fn cargo(shell: &Shell, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let folder = folder().to_string_lossy().into_owned();
    shell.run("cargo", arguments, &[variables, &[("CARGO_TARGET_DIR", folder.as_str())]].concat())
}

/// Deletes the copies of a library that cargo unpacked from the registry it makes for packages of this workspace.
///
/// Cargo keeps such a copy by the path of that registry and by the library's version, and takes it even if the package has
/// changed since. The libraries that depend on it would be built with the code of an earlier run.
fn forget_unpacked(cargo_home: &Path, library: &str) -> io::Result<()> {
    for store in ["src", "cache"] {
        let Ok(registries) = fs::read_dir(cargo_home.join("registry").join(store)) else { continue };
        // A registry in a folder has no host, so its name begins with the hyphen before the hash.
        let local = registries.flatten().filter(|registry| registry.file_name().to_string_lossy().starts_with('-'));
        for copy in
            local.map(|registry| fs::read_dir(registry.path())).collect::<io::Result<Vec<_>>>()?.into_iter().flatten()
        {
            let path = copy?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.starts_with(&format!("{library}-")) {
                continue;
            }
            if path.is_dir() { fs::remove_dir_all(&path)? } else { fs::remove_file(&path)? }
        }
    }
    Ok(())
}

/// The folder in which cargo keeps what it downloads.
fn cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

/// Packs the libraries and builds each from its package alone. A file that is compiled in but not packed fails here.
fn package(shell: &Shell) -> Result<(), String> {
    if let Some(home) = cargo_home() {
        for library in &LIBRARIES {
            forget_unpacked(&home, library.name)
                .map_err(|error| format!("old copies of {} could not be deleted: {error}", library.name))?;
        }
    }
    let mut arguments = vec!["package", "--locked", "--allow-dirty", "--quiet"];
    LIBRARIES.iter().for_each(|library| arguments.extend(["-p", library.name]));
    cargo(shell, &arguments, &[])
}

/// The public items of a library, one a line, from what rustdoc writes as JSON.
fn public_api(shell: &Shell, library: &Library) -> Result<String, String> {
    let package = ["rustdoc", "-p", library.name, "--lib", "--locked", "--features", library.features];
    // The JSON output of rustdoc is unstable, which the compiler of the workspace accepts only with this switch.
    let rustdoc = ["--", "-Z", "unstable-options", "--output-format", "json"];
    cargo(shell, &[&package[..], &rustdoc].concat(), &[("RUSTC_BOOTSTRAP", "1")])?;
    let json = folder().join("doc").join(library.name.replace('-', "_")).with_extension("json");
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .map_err(|error| format!("{error}. The crate public-api has to fit the version of rustdoc"))?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}

fn api_file(library: &str) -> PathBuf {
    root().join("docs/api").join(library).with_extension("txt")
}

/// Compares the API with the file, or writes the file if that is asked for.
fn compare(shell: &Shell, library: &str, api: &str) -> Result<Tally, String> {
    let file = api_file(library);
    let failed = |error| format!("{}: {error}", file.display());
    if std::env::var_os("TRINTA_WRITE").is_some() {
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).and_then(|()| fs::write(&file, api)).map_err(failed)?;
        return Ok(Tally::pass());
    }
    let before = fs::read_to_string(&file).map_err(failed)?;
    let changes = differences(&before, api);
    if changes.is_empty() {
        return Ok(Tally::pass());
    }
    shell.print(&changes.join("\n"));
    Ok(Tally::fail(format!(
        "the public API of {library} has changed; if that is meant: TRINTA_WRITE=1 cargo xtask test packages"
    )))
}

/// The lines that went, with a minus, and those that came, with a plus.
fn differences(before: &str, after: &str) -> Vec<String> {
    let [old, new]: [BTreeSet<&str>; 2] = [before, after].map(|text| text.lines().collect());
    let gone = old.difference(&new).map(|line| format!("-{line}"));
    gone.chain(new.difference(&old).map(|line| format!("+{line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_lines_that_went_or_came() {
        assert_eq!(differences("a\nb\n", "a\nc\n"), ["-b", "+c"]);
        assert!(differences("a\nb\n", "b\na\n").is_empty(), "their order does not matter");
    }

    /// Names and files of the table above are those of the repository.
    #[test]
    fn only_copies_from_local_registries_are_deleted() {
        let home = target().join("tmp").join("unpacked");
        let _ = fs::remove_dir_all(&home);
        let kept = ["src/host.example-1/trinta-core-0.1.0", "src/-2/other-0.1.0", "src/-2/trinta-corex-1.0.0"];
        let deleted = ["src/-2/trinta-core-0.1.0", "src/-3/trinta-core-0.2.0", "cache/-2/trinta-core-0.1.0"];
        let path = |name: &str| home.join("registry").join(name);
        kept.iter().chain(&deleted).for_each(|name| fs::create_dir_all(path(name)).unwrap());
        forget_unpacked(&home, "trinta-core").unwrap();
        assert!(kept.iter().all(|name| path(name).exists()) && !deleted.iter().any(|name| path(name).exists()));
        forget_unpacked(&home.join("missing"), "trinta-core").unwrap();
    }

    #[test]
    fn every_library_has_its_api_written_down() {
        for library in &LIBRARIES {
            let api = fs::read_to_string(api_file(library.name)).unwrap();
            assert!(api.starts_with(&format!("pub mod {}\n", library.name.replace('-', "_"))));
        }
    }
}
