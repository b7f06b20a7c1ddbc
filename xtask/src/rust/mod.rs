//! The steps that check Rust code: lints, tests, documentation, and what is compared with HiGHS.

mod program;

use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::metadata;
use crate::run::{Shell, in_parallel, root};
use crate::services::Services;
use crate::tally::{Tally, of_libtest};

pub(crate) use self::program::browser_program as program_for_browser;

/// Features that build HiGHS. Everything else is checked without them, because it takes a C++ compiler and minutes; what
/// is behind them is the step `reference`.
const HIGHS: [&str; 2] = ["trinta/bench", "trinta-bench/highs"];

/// A program of a later version, which tests run beside that of this one. No other build has the feature.
const NEXT_VERSION: &str = "trinta-table/next-version";

/// Where tests find the program of the later version.
const NEXT_PROGRAM_VARIABLE: &str = "TRINTA_NEXT_PROGRAM";

/// The test programs that need servers or their programs, in each crate that has one.
const SERVICES_TESTS: [&str; 2] = ["services", "cluster"];

/// How many failed tests of one program are tried a second time. More of them are no accident of a busy machine.
const SECOND_ATTEMPTS: usize = 3;

/// Compiles several files of HiGHS in parallel and with little optimisation, which takes half as long.
const QUICK_HIGHS: &str = "xtask/quick-highs.cmake";

pub(crate) fn format(shell: &Shell) -> Result<Tally, String> {
    shell.run("cargo", &["fmt", "--all", "--check"], &[])?;
    Ok(Tally::pass())
}

pub(crate) fn lints(shell: &Shell) -> Result<Tally, String> {
    clippy(shell, &Features::without_highs(shell)?)?;
    let mut tally = Tally::pass();
    tally += library_features(shell)?;
    Ok(tally)
}

/// The core is a library with optional parts. In the workspace all of them are on, so it is checked by itself: without any
/// of them, and with each alone.
fn library_features(shell: &Shell) -> Result<Tally, String> {
    let metadata = metadata::read(shell, &["--no-deps"])?;
    let names = metadata::features(&metadata);
    let own = names.iter().filter_map(|name| name.strip_prefix("trinta-core/"));
    for features in iter::once("").chain(own) {
        let package = ["clippy", "-p", "trinta-core", "--lib", "--locked", "--no-default-features"];
        cargo(shell, &[&package[..], &["--features", features, "--", "-D", "warnings"]].concat(), &[])?;
    }
    Ok(Tally::pass())
}

pub(crate) fn documentation(shell: &Shell) -> Result<Tally, String> {
    rustdoc(shell, &Features::without_highs(shell)?)?;
    Ok(Tally::pass())
}

pub(crate) fn tests(shell: &Shell) -> Result<Tally, String> {
    let _place = program::lock_build();
    let features = Features::without_highs(shell)?;
    let built = build(shell, &features, &[])?;
    program::copy_for_browser(&built.program()?)?;
    let without_services: Vec<&TestProgram> = built.tests.iter().filter(|program| !program.needs_services()).collect();
    let mut tally = run_all(shell, &without_services, &[]);
    let arguments = features.add_to(&["test", "--workspace", "--locked", "--no-fail-fast", "--doc"]);
    let doctests = shell.read("cargo", &arguments, &[])?;
    shell.print(&doctests.text);
    tally += of_libtest("documentation", &doctests.text, doctests.success);
    Ok(tally)
}

/// The tests that need PostgreSQL and NATS, against servers that run as long as this does.
pub(crate) fn services(shell: &Shell) -> Result<Tally, String> {
    let features = Features::without_highs(shell)?;
    let (built, next) = {
        let _place = program::lock_build();
        let next = build_next_version(shell, &features)?;
        let only: Vec<&str> = SERVICES_TESTS.iter().flat_map(|test| ["--test", test]).collect();
        (build(shell, &features, &only)?, next)
    };
    let services = Services::start(shell, false)?;
    let mut variables = services.variables().to_vec();
    variables.push((NEXT_PROGRAM_VARIABLE, next.to_string_lossy().into_owned()));
    Ok(run_all(shell, &built.tests.iter().collect::<Vec<_>>(), &variables))
}

/// Builds the program of a later version, and copies it. It is built as the others are but for one feature of one crate, so
/// that only what depends on that crate is compiled once more; a test comes with it, because cargo takes the dependencies of
/// tests into account only when it builds one.
fn build_next_version(shell: &Shell, features: &Features) -> Result<PathBuf, String> {
    let built = build(shell, &features.and(NEXT_VERSION), &["--test", "help"])?;
    program::copy(&built.program()?, "trinta-next")
}

/// Everything behind the features that build HiGHS.
pub(crate) fn reference(shell: &Shell) -> Result<Tally, String> {
    let features = Features::all();
    clippy(shell, &features)?;
    rustdoc(shell, &features)?;
    let _place = program::lock_build();
    let built = build(shell, &features, &["--test", "reference", "--test", "bench"])?;
    let mut tally = run_all(shell, &built.tests.iter().collect::<Vec<_>>(), &[]);
    tally += Tally::pass();
    Ok(tally)
}

/// Builds the program as the step `tests` does, and copies it.
pub(crate) fn build_program(shell: &Shell) -> Result<PathBuf, String> {
    // Built with the whole workspace, so that the features of dependencies are the same and nothing is built twice.
    let built = build(shell, &Features::without_highs(shell)?, &[])?;
    program::copy_for_browser(&built.program()?)
}

/// The features that a command of cargo is given.
struct Features(Vec<String>);

impl Features {
    fn all() -> Self {
        Self(vec!["--all-features".to_owned()])
    }

    fn without_highs(shell: &Shell) -> Result<Self, String> {
        let metadata = metadata::read(shell, &["--no-deps"])?;
        let mut names = metadata::features(&metadata);
        names.retain(|name| !HIGHS.contains(&name.as_str()) && name != NEXT_VERSION);
        Ok(Self(if names.is_empty() { vec![] } else { vec!["--features".to_owned(), names.join(",")] }))
    }

    fn and(&self, feature: &str) -> Self {
        Self(self.0.iter().cloned().chain(["--features".to_owned(), feature.to_owned()]).collect())
    }

    fn add_to<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        arguments.iter().copied().chain(self.0.iter().map(String::as_str)).collect()
    }
}

fn clippy(shell: &Shell, features: &Features) -> Result<(), String> {
    let mut arguments = features.add_to(&["clippy", "--workspace", "--all-targets", "--locked"]);
    arguments.extend(["--", "-D", "warnings"]);
    cargo(shell, &arguments, &[])
}

fn rustdoc(shell: &Shell, features: &Features) -> Result<(), String> {
    let arguments = features.add_to(&["doc", "--workspace", "--no-deps", "--locked", "--quiet"]);
    cargo(shell, &arguments, &[("RUSTDOCFLAGS", "-D warnings")])
}

fn cargo(shell: &Shell, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let toolchain = quick_highs();
    let variables: Vec<(&str, &str)> =
        variables.iter().copied().chain([("CMAKE_TOOLCHAIN_FILE", toolchain.as_str())]).collect();
    shell.run("cargo", arguments, &variables)
}

fn quick_highs() -> String {
    root().join(QUICK_HIGHS).to_string_lossy().into_owned()
}

/// The results of a build for tests.
struct TestBuild {
    tests: Vec<TestProgram>,
    program: Option<PathBuf>,
}

impl TestBuild {
    fn program(&self) -> Result<PathBuf, String> {
        self.program.clone().ok_or_else(|| "cargo did not say where it built the program".to_owned())
    }
}

/// One of Rust's test programs.
struct TestProgram {
    /// Its main file, relative to the workspace.
    name: String,
    path: PathBuf,
    /// The folder of its package, in which it is run.
    folder: PathBuf,
}

impl TestProgram {
    /// The name by which the program knows a test of its tally.
    fn name_of<'a>(&self, test: &'a str) -> Option<&'a str> {
        test.strip_prefix(self.name.as_str())?.strip_prefix(": ").filter(|name| !name.contains(' '))
    }

    fn needs_services(&self) -> bool {
        SERVICES_TESTS.iter().any(|test| self.name.ends_with(&format!("tests/{test}/main.rs")))
    }
}

fn build(shell: &Shell, features: &Features, only: &[&str]) -> Result<TestBuild, String> {
    let mut arguments = features.add_to(&["test", "--workspace", "--locked", "--no-run"]);
    arguments.push("--message-format=json-render-diagnostics");
    arguments.extend(only);
    let finished = shell.read("cargo", &arguments, &[("CMAKE_TOOLCHAIN_FILE", &quick_highs())])?;
    if !finished.success {
        return Err("the tests could not be built".to_owned());
    }
    Ok(read_messages(&finished.text))
}

/// Finds the test programs, and the program itself, in the messages of a build.
fn read_messages(messages: &str) -> TestBuild {
    let mut built = TestBuild { tests: Vec::new(), program: None };
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(path) = message["executable"].as_str().map(PathBuf::from) else { continue };
        let source = Path::new(message["target"]["src_path"].as_str().unwrap_or_default());
        let folder = Path::new(message["manifest_path"].as_str().unwrap_or_default()).parent();
        if message["profile"]["test"] == true {
            let name = source.strip_prefix(root()).unwrap_or(source).to_string_lossy().into_owned();
            built.tests.push(TestProgram { name, path, folder: folder.unwrap_or(Path::new(".")).to_owned() });
        } else if message["target"]["kind"][0] == "bin" && message["target"]["name"] == "trinta" {
            built.program = Some(path);
        }
    }
    built
}

/// Runs test programs, as many at a time as there are processors. Of those that pass only a line is shown.
fn run_all(shell: &Shell, programs: &[&TestProgram], variables: &[(&str, String)]) -> Tally {
    let mut all = Tally::default();
    for tally in in_parallel(programs, |program| run_one(shell, program, variables)) {
        all += tally;
    }
    all
}

fn run_one(shell: &Shell, program: &TestProgram, variables: &[(&str, String)]) -> Tally {
    let start = Instant::now();
    let mut tally = attempt(shell, program, variables, &[]);
    let names: Vec<String> = tally.failed.iter().filter_map(|test| program.name_of(test)).map(str::to_owned).collect();
    if !names.is_empty() && names.len() == tally.failed.len() && names.len() <= SECOND_ATTEMPTS {
        let arguments: Vec<&str> = iter::once("--exact").chain(names.iter().map(String::as_str)).collect();
        tally = tally.or_second_attempt(&attempt(shell, program, variables, &arguments));
    }
    let (seconds, passed, failed) = (start.elapsed().as_secs_f64(), tally.passed, tally.failed.len());
    shell.print(&format!("{seconds:>7.1} s  {passed:>4} passed  {failed:>2} failed  {}", program.name));
    tally
}

/// Runs a test program once, and shows what it printed if a test failed.
fn attempt(shell: &Shell, program: &TestProgram, variables: &[(&str, String)], arguments: &[&str]) -> Tally {
    let mut command = Command::new(&program.path);
    command.args(arguments).current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    command.envs(variables.iter().map(|(name, value)| (*name, value.as_str())));
    let finished = match shell.capture(command) {
        Ok(finished) => finished,
        Err(error) => return Tally::fail(error),
    };
    let tally = of_libtest(&program.name, &finished.text, finished.success);
    if !tally.failed.is_empty() {
        shell.print(&finished.text);
    }
    tally
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_failed_test_is_named_as_its_program_knows_it() {
        let program = TestProgram { name: "tests/a.rs".to_owned(), path: PathBuf::new(), folder: PathBuf::new() };
        assert_eq!(program.name_of("tests/a.rs: rooms::a_move"), Some("rooms::a_move"));
        for other in
            ["tests/a.rs: a test that is not named", "tests/a.rs failed without naming a test", "tests/b.rs: x"]
        {
            assert_eq!(program.name_of(other), None, "{other}");
        }
    }

    #[test]
    fn test_programs_are_found_in_the_messages_of_a_build() {
        let artifact = |kind: &str, file: &str, test: bool, executable: Option<&str>| {
            json!({
                "reason": "compiler-artifact",
                "manifest_path": root().join("crates/cli/Cargo.toml"),
                "target": { "kind": [kind], "name": "trinta", "src_path": root().join("crates/cli").join(file) },
                "profile": { "test": test },
                "executable": executable,
            })
            .to_string()
        };
        let messages = [
            artifact("lib", "src/lib.rs", false, None),
            artifact("lib", "src/lib.rs", true, Some("/target/debug/deps/trinta-1")),
            artifact("bin", "src/main.rs", false, Some("/target/debug/trinta")),
            artifact("test", "tests/serve.rs", true, Some("/target/debug/deps/serve-2")),
            "not a message".to_owned(),
            json!({ "reason": "build-finished", "success": true }).to_string(),
        ];
        let built = read_messages(&messages.join("\n"));
        assert_eq!(built.program, Some(PathBuf::from("/target/debug/trinta")));
        let names: Vec<&str> = built.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["crates/cli/src/lib.rs", "crates/cli/tests/serve.rs"]);
        assert_eq!(built.tests[1].folder, root().join("crates/cli"));
    }
}
