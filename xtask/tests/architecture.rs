//! The shape of the workspace: dependencies point one way, and every rule has its tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The crates that each crate may use outside of its tests.
const ALLOWED: [(&str, &[&str]); 17] = [
    ("trinta-advisor", &["trinta-bots", "trinta-core", "trinta-solver", "trinta-tournament"]),
    ("trinta-core", &[]),
    ("trinta-dice", &[]),
    ("trinta-ratings", &[]),
    ("trinta-solver", &["trinta-core"]),
    ("trinta-store", &["trinta-time"]),
    ("trinta-bots", &["trinta-core", "trinta-dice", "trinta-ratings", "trinta-solver"]),
    ("trinta-table", &["trinta-bots", "trinta-core", "trinta-solver", "trinta-time"]),
    ("trinta-client", &["trinta-core", "trinta-table"]),
    ("trinta-testkit", &["trinta-core", "trinta-dice"]),
    ("trinta-bench", &["trinta-core", "trinta-solver", "trinta-testkit"]),
    (
        "trinta-server",
        &[
            "trinta-advisor",
            "trinta-bots",
            "trinta-core",
            "trinta-print",
            "trinta-ratings",
            "trinta-solver",
            "trinta-store",
            "trinta-table",
            "trinta-time",
            "trinta-tournament",
        ],
    ),
    (
        "trinta",
        &[
            "trinta-advisor",
            "trinta-bench",
            "trinta-bots",
            "trinta-client",
            "trinta-core",
            "trinta-print",
            "trinta-server",
            "trinta-solver",
            "trinta-store",
            "trinta-table",
            "trinta-tournament",
        ],
    ),
    ("trinta-print", &["trinta-core", "trinta-tournament"]),
    ("trinta-time", &[]),
    ("trinta-tournament", &["trinta-core", "trinta-ratings", "trinta-solver"]),
    ("xtask", &[]),
];

#[test]
fn dependencies_point_one_way() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let names: Vec<&str> = packages.iter().map(|package| package["name"].as_str().unwrap()).collect();
    let allowed = BTreeMap::from(ALLOWED);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let may = allowed.get(name).unwrap_or_else(|| panic!("say in this test whom {name} may use"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap();
            let for_tests = dependency["kind"] == "dev";
            assert!(for_tests || !names.contains(&used) || may.contains(&used), "{name} must not use {used}");
        }
    }
}

/// The files in a folder and its subfolders with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The tables of the rules in `docs/rules.md`, up to the decisions.
fn rule_tables() -> String {
    let text = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    text.split("\n## Decisions").next().unwrap_or_default().to_owned()
}

/// Every rule number in `docs/rules.md`.
fn rules() -> Vec<String> {
    let text = rule_tables();
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")).filter_map(|line| line.split(" |").next());
    cells.filter(|cell| cell.starts_with(['N', 'W']) && cell[1..].parse::<u32>().is_ok()).map(str::to_owned).collect()
}

#[test]
fn every_rule_is_listed_with_its_file_and_has_a_test_named_after_it() {
    let core = root().join("crates/core");
    let sources: Vec<(PathBuf, String)> =
        files(&core, ".rs").into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    let rules = rules();
    assert_eq!(rules.len(), 26 + 15);
    for rule in &rules {
        let number: u32 = rule[1..].parse().unwrap();
        let name = format!("fn {}{number:02}_", rule[..1].to_lowercase());
        assert!(sources.iter().any(|(_, text)| text.contains(&name)), "no test is named {name}…");
    }
    let text = rule_tables();
    let places = text.lines().filter(|line| line.starts_with("| ")).filter_map(|line| line.rsplit('|').nth(1));
    for place in places.flat_map(|cell| cell.split('`').skip(1).step_by(2)) {
        let here = core.join("src").join(place).exists() || root().join(place).exists();
        assert!(here, "docs/rules.md names {place}, which is not there");
    }
}

#[test]
fn links_in_documents_lead_to_existing_files() {
    let mut documents = files(&root().join("docs"), ".md");
    documents.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or(link);
            let local = !path.is_empty() && !path.contains("://");
            let there = document.parent().unwrap().join(path).exists();
            assert!(!local || there, "{} links to {link}, which is not there", document.display());
        }
    }
}
