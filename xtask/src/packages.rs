//! The libraries as others get them: packages that build by themselves, and a public API that changes only on purpose.

use std::collections::BTreeSet;
use std::fs;
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

/// Packs the libraries and builds each from its package alone. A file that is compiled in but not packed fails here.
fn package(shell: &Shell) -> Result<(), String> {
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
    fn every_library_has_its_api_written_down() {
        for library in &LIBRARIES {
            let api = fs::read_to_string(api_file(library.name)).unwrap();
            assert!(api.starts_with(&format!("pub mod {}\n", library.name.replace('-', "_"))));
        }
    }
}
