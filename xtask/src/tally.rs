//! Counts the tests of a step, from the reports of the test programs.

use std::ops::AddAssign;
use std::slice;

use serde_json::Value;

/// The number of tests that passed, and the names of those that failed, were skipped or passed at the second attempt only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: Vec<String>,
    pub(crate) skipped: Vec<String>,
    /// Failed once and passed at a second attempt, so they are among the passed ones too.
    pub(crate) flaky: Vec<String>,
}

impl Tally {
    /// One check that passed.
    pub(crate) fn pass() -> Self {
        Self { passed: 1, ..Self::default() }
    }

    /// One check that failed, and why.
    pub(crate) fn fail(reason: impl Into<String>) -> Self {
        Self { failed: vec![reason.into()], ..Self::default() }
    }

    /// One check that could not be made here, and why.
    pub(crate) fn skip(reason: impl Into<String>) -> Self {
        Self { skipped: vec![reason.into()], ..Self::default() }
    }

    /// Replaces failures by the tally of a second attempt at just those tests. Only if it ran all of them and they passed are
    /// they flaky; otherwise the first tally stays.
    pub(crate) fn or_second_attempt(mut self, second: &Self) -> Self {
        if second.failed.is_empty() && second.passed == self.failed.len() {
            self.passed += second.passed;
            self.flaky.append(&mut self.failed);
        }
        self
    }

    /// The tally of a program that reported these tests and then ended with success or without. A program can fail without
    /// a failed test: it crashed, or a file of tests could not be loaded.
    fn of_program(self, name: &str, success: bool) -> Self {
        if success || !self.failed.is_empty() {
            return self;
        }
        Self { failed: vec![format!("{name} failed without naming a test")], ..self }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        self.skipped.extend(other.skipped);
        self.flaky.extend(other.flaky);
    }
}

/// Reads the output of one or more of Rust's test programs, or of documentation tests.
pub(crate) fn of_libtest(name: &str, output: &str, success: bool) -> Tally {
    let mut tally = Tally::default();
    // Before each result the names of the failed tests come indented, after a line `failures:`.
    let mut failures = Vec::new();
    for line in output.lines().filter(|line| !line.is_empty()) {
        if let Some(result) = line.strip_prefix("test result: ") {
            tally.passed += count_before(result, " passed");
            let failed = count_before(result, " failed");
            failures.resize(failed, format!("{name}: a test that is not named"));
            tally.failed.append(&mut failures);
        } else if let Some(test) = line.strip_prefix("    ") {
            failures.push(format!("{name}: {test}"));
        } else {
            failures.clear();
            if let Some((test, _)) = line.strip_prefix("test ").and_then(|test| test.split_once(" ... ignored")) {
                tally.skipped.push(format!("{name}: {test}"));
            }
        }
    }
    tally.of_program(name, success)
}

/// The number before a word, as in `12 passed`.
fn count_before(text: &str, word: &str) -> usize {
    let before = text.split(word).next().unwrap_or_default();
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Reads the JSON report of vitest.
pub(crate) fn of_vitest(report: &Value, success: bool) -> Tally {
    let mut tally = Tally::default();
    for file in elements(&report["testResults"]) {
        for test in elements(&file["assertionResults"]) {
            let name = text(&test["fullName"]);
            match test["status"].as_str() {
                Some("passed") => tally.passed += 1,
                Some("failed") => tally.failed.push(name),
                _ => tally.skipped.push(name),
            }
        }
    }
    tally.of_program("vitest", success)
}

/// How much of an error stands beside the name of a failed test.
const ERROR_CHARS: usize = 300;

/// Reads the JSON report of Playwright.
pub(crate) fn of_playwright(report: &Value, success: bool) -> Tally {
    let mut tally = Tally::default();
    let mut suites: Vec<&Value> = elements(&report["suites"]).collect();
    while let Some(suite) = suites.pop() {
        suites.extend(elements(&suite["suites"]));
        for spec in elements(&suite["specs"]) {
            let name = format!("{}: {}", text(&suite["file"]), text(&spec["title"]));
            for test in elements(&spec["tests"]) {
                match test["status"].as_str() {
                    Some("expected") => tally.passed += 1,
                    Some("flaky") => {
                        tally.passed += 1;
                        tally.flaky.push(format!("{name}{}", error_of(test)));
                    }
                    Some("skipped") => tally.skipped.push(name.clone()),
                    _ => tally.failed.push(format!("{name}{}", error_of(test))),
                }
            }
        }
    }
    tally.of_program("playwright", success)
}

/// The beginning of a failed Playwright test's error, without the colours, on one line.
fn error_of(test: &Value) -> String {
    let mut errors = elements(&test["results"]).map(|result| text(&result["error"]["message"]));
    let Some(message) = errors.rfind(|message| !message.is_empty()) else { return String::new() };
    let plain =
        message.split('\u{1b}').map(|part| match part.strip_prefix('[').and_then(|part| part.split_once('m')) {
            Some((_, rest)) => rest,
            None => part,
        });
    let words = plain.collect::<String>();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(": {}", line.chars().take(ERROR_CHARS).collect::<String>())
}

fn elements(array: &Value) -> slice::Iter<'_, Value> {
    array.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_of_several_programs_add_up() {
        let output = "\
running 2 tests
test a ... ok
test b ... ignored, takes long

test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

running 12 tests
test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";
        let tally = of_libtest("core", output, true);
        assert_eq!(tally, Tally { passed: 13, failed: vec![], skipped: vec!["core: b".to_owned()], flaky: vec![] });
    }

    #[test]
    fn failed_tests_are_named_and_what_they_printed_is_not() {
        let output = "\
running 2 tests
test good ... ok
test bad ... FAILED

failures:

---- bad stdout ----
thread 'bad' panicked
    an indented line
failures:
    printed by the test itself
the end

failures:
    bad

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";
        let tally = of_libtest("core", output, false);
        assert_eq!(tally, Tally { passed: 1, failed: vec!["core: bad".to_owned()], ..Tally::default() });
    }

    #[test]
    fn a_program_that_crashes_is_a_failure() {
        let tally = of_libtest("core", "running 2 tests\ntest a ... ok\n", false);
        assert_eq!((tally.passed, tally.failed.len()), (0, 1));
        let unnamed = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(of_libtest("core", unnamed, false).failed.len(), 2);
    }

    #[test]
    fn only_what_passes_at_the_second_attempt_is_flaky() {
        let first = Tally { passed: 7, failed: vec!["core: a".to_owned(), "core: b".to_owned()], ..Tally::default() };
        let passed = first.clone().or_second_attempt(&Tally { passed: 2, ..Tally::default() });
        assert_eq!((passed.passed, passed.failed.len()), (9, 0));
        assert_eq!(passed.flaky, ["core: a", "core: b"]);
        for second in [
            Tally { passed: 1, ..Tally::default() },
            Tally { passed: 1, ..Tally::fail("core: b") },
            Tally::fail("crash"),
        ] {
            assert_eq!(first.clone().or_second_attempt(&second), first);
        }
    }

    #[test]
    fn vitest_is_counted_by_test() {
        let report = json!({ "testResults": [
            { "assertionResults": [
                { "fullName": "a", "status": "passed" },
                { "fullName": "b", "status": "failed" },
                { "fullName": "c", "status": "todo" },
            ] },
            { "assertionResults": [{ "fullName": "d", "status": "passed" }] },
        ] });
        let tally = of_vitest(&report, false);
        assert_eq!(
            tally,
            Tally { passed: 2, failed: vec!["b".to_owned()], skipped: vec!["c".to_owned()], flaky: vec![] }
        );
        let unloaded = json!({ "testResults": [{ "assertionResults": [], "status": "failed" }] });
        assert_eq!(of_vitest(&unloaded, false).failed.len(), 1);
    }

    #[test]
    fn playwright_is_counted_in_nested_suites() {
        let spec = |title: &str, status: &str| json!({ "title": title, "tests": [{ "status": status }] });
        let report = json!({ "suites": [{
            "file": "play.spec.ts",
            "specs": [spec("a", "expected"), spec("b", "unexpected"), spec("e", "flaky")],
            "suites": [{ "file": "play.spec.ts", "specs": [spec("c", "skipped"), spec("d", "expected")] }],
        }] });
        let tally = of_playwright(&report, false);
        assert_eq!((tally.passed, tally.flaky), (3, vec!["play.spec.ts: e".to_owned()]));
        assert_eq!(
            (tally.failed, tally.skipped),
            (vec!["play.spec.ts: b".to_owned()], vec!["play.spec.ts: c".to_owned()])
        );
    }

    #[test]
    fn a_failed_browser_test_says_why_on_one_line() {
        let message = "\u{1b}[31mError\u{1b}[39m: 390 by 844\n\n  moved:   a tile";
        let test = json!({ "status": "unexpected", "results": [{ "error": { "message": message } }] });
        let report =
            json!({ "suites": [{ "file": "shift.spec.ts", "specs": [{ "title": "still", "tests": [test] }] }] });
        assert_eq!(of_playwright(&report, false).failed, ["shift.spec.ts: still: Error: 390 by 844 moved: a tile"]);
    }
}
