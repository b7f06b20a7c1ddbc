//! The steps of the test command. Adding one is an entry in this table.

use crate::run::Shell;
use crate::rust;
use crate::setup::Need;
use crate::tally::Tally;
use crate::test::runner::{Lane, Step};
use crate::{fuzz, language, lexicons, packages, page, supply};

/// Within each lane in the order in which they run: what fails fastest comes first.
pub(crate) static STEPS: [Step; 14] = [
    Step {
        name: "format",
        about: "formatting of the Rust code",
        lane: Lane::Workspace,
        after: &[],
        needs: &[Need::Rustfmt],
        run: rust::format,
    },
    Step {
        name: "language",
        about: "comments, names and documents: free of habits that make readers stumble",
        lane: Lane::Side,
        after: &[],
        needs: &[],
        run: language::check,
    },
    Step {
        name: "supply",
        about: "dependencies: licences, double versions, sources, withdrawn versions, known advisories",
        lane: Lane::Side,
        after: &[],
        needs: &[],
        run: supply::check,
    },
    Step {
        name: "shuffle",
        about: "the shuffle, a second time, in Python",
        lane: Lane::Side,
        after: &[],
        needs: &[Need::Python],
        run: shuffle,
    },
    Step {
        name: "page",
        about: "the page: lints, types, unit tests, and that web/dist is what its sources give",
        lane: Lane::Side,
        after: &[],
        needs: &[Need::Node],
        run: page::test,
    },
    Step {
        name: "lexicons",
        about: "word lists and themes: that they are what their sources give",
        lane: Lane::Side,
        after: &[],
        needs: &[Need::WordSources],
        run: |shell| lexicons::build(shell, true, false).map(|()| Tally::pass()),
    },
    Step {
        name: "packages",
        about: "the libraries: their public API is as written down, and they build from their packages",
        lane: Lane::Side,
        after: &[],
        needs: &[],
        run: packages::test,
    },
    Step {
        name: "lints",
        about: "clippy on every target, and on the core with each of its features alone",
        lane: Lane::Workspace,
        after: &[],
        needs: &[Need::Clippy],
        run: rust::lints,
    },
    Step {
        name: "tests",
        about: "the tests of every crate, and those in its documentation",
        lane: Lane::Workspace,
        after: &[],
        needs: &[Need::Python, Need::FakeTime],
        run: rust::tests,
    },
    Step {
        name: "services",
        about: "what needs PostgreSQL and NATS, against servers that this step starts",
        lane: Lane::Workspace,
        after: &[],
        needs: &[Need::Postgres, Need::Nats],
        run: rust::services,
    },
    Step {
        name: "docs",
        about: "rustdoc without a warning",
        lane: Lane::Workspace,
        after: &[],
        needs: &[],
        run: rust::documentation,
    },
    Step {
        name: "reference",
        about: "the number solver against HiGHS, and lints of what needs it",
        lane: Lane::Workspace,
        after: &[],
        needs: &[Need::Clippy, Need::HighsTools],
        run: rust::reference,
    },
    Step {
        name: "fuzz",
        about: "every fuzz target, shortly and always on the same inputs",
        lane: Lane::Side,
        after: &[],
        needs: &[Need::CppCompiler],
        run: fuzz::test,
    },
    Step {
        name: "browser",
        about: "the page, played in a browser against the program",
        lane: Lane::Side,
        after: &["tests"],
        needs: &[Need::Node, Need::Browser],
        run: page::browser_test,
    },
];

fn shuffle(shell: &Shell) -> Result<Tally, String> {
    shell.run("python3", &["-B", "docs/shuffle.py"], &[])?;
    Ok(Tally::pass())
}
