//! What a dependency must be like: `deny.toml` applied to what cargo says of the dependencies. The file is cargo-deny's, and
//! this is the part of it that needs no database; see docs/decisions/0009-dependencies.md.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use toml::Table;

use crate::supply::licence;

/// The only registry from which dependencies may come, as lock files spell it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The settings of `deny.toml` that differ from project to project.
pub(crate) struct Policy {
    licences: BTreeSet<String>,
    /// Packages below which, and including which, double versions are tolerated.
    skipped_trees: Vec<String>,
}

impl Policy {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error| format!("deny.toml: {error}"))?;
        let list = |section: &str, key: &str| {
            let value = table.get(section).and_then(|section| section.get(key));
            value.and_then(toml::Value::as_array).ok_or_else(|| format!("deny.toml has no list `{section}.{key}`"))
        };
        let text = |value: &toml::Value| value.as_str().map(str::to_owned);
        let licences = list("licenses", "allow")?.iter().filter_map(text).collect();
        let trees = list("bans", "skip-tree")?.iter().filter_map(|tree| tree.get("crate").and_then(text)).collect();
        Ok(Self { licences, skipped_trees: trees })
    }

    /// Everything that is wrong with the dependencies in the output of `cargo metadata`.
    pub(crate) fn faults(&self, metadata: &Value) -> Vec<String> {
        let packages = packages(metadata);
        let mut faults = Vec::new();
        for package in packages.values() {
            faults.extend(self.licence_fault(package));
            faults.extend(source_fault(package));
            if package.is_ours() {
                faults.extend(wildcards(package));
            }
        }
        faults.extend(self.double_versions(&packages));
        faults
    }

    fn licence_fault(&self, package: &Package<'_>) -> Option<String> {
        let Some(expression) = package.licence else { return Some(format!("{package} states no licence")) };
        match licence::permits(expression, |name| self.licences.contains(name)) {
            Some(true) => None,
            Some(false) => Some(format!("{package} has the licence `{expression}`, which deny.toml does not allow")),
            None => Some(format!("{package} has the licence `{expression}`, which can't be read")),
        }
    }

    fn double_versions(&self, packages: &BTreeMap<&str, Package<'_>>) -> Vec<String> {
        let named =
            |name: &str| packages.iter().filter(|(_, package)| package.name == name).map(|(&id, _)| id).collect();
        let mut faults = Vec::new();
        let mut tolerated = BTreeSet::new();
        for tree in &self.skipped_trees {
            let roots: Vec<&str> = named(tree);
            if roots.is_empty() {
                faults.push(format!("deny.toml skips `{tree}`, which is no dependency any more"));
            }
            tolerated.extend(reachable(packages, roots));
        }
        let ours = packages.iter().filter(|(_, package)| package.is_ours()).map(|(&id, _)| id).collect();
        let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for id in reachable(packages, ours).difference(&tolerated) {
            let package = &packages[id];
            versions.entry(package.name).or_default().push(package.version);
        }
        for (name, versions) in versions {
            if versions.len() > 1 {
                faults.push(format!("{name} is there in several versions: {}", versions.join(", ")));
            }
        }
        faults
    }
}

/// A package of the workspace or a dependency.
struct Package<'a> {
    name: &'a str,
    version: &'a str,
    licence: Option<&'a str>,
    /// `None` for packages of the workspace.
    source: Option<&'a str>,
    manifest: &'a Value,
    /// What it is built with. Dependencies of tests only are left out, as they are no part of the program.
    uses: Vec<&'a str>,
}

impl Package<'_> {
    fn is_ours(&self) -> bool {
        self.source.is_none()
    }
}

impl std::fmt::Display for Package<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// Packages by the name that cargo gives them internally.
fn packages(metadata: &Value) -> BTreeMap<&str, Package<'_>> {
    let mut found = BTreeMap::new();
    for package in elements(&metadata["packages"]) {
        let text = |key: &str| package[key].as_str();
        let package = Package {
            name: text("name").unwrap_or_default(),
            version: text("version").unwrap_or_default(),
            licence: text("license"),
            source: text("source"),
            manifest: package,
            uses: Vec::new(),
        };
        found.insert(package.manifest["id"].as_str().unwrap_or_default(), package);
    }
    for node in elements(&metadata["resolve"]["nodes"]) {
        let Some(package) = node["id"].as_str().and_then(|id| found.get_mut(id)) else { continue };
        let built_with = elements(&node["deps"])
            .filter(|used| elements(&used["dep_kinds"]).any(|kind| kind["kind"] != "dev"))
            .filter_map(|used| used["pkg"].as_str());
        package.uses.extend(built_with);
    }
    found
}

/// The packages that are needed to build these, with these themselves.
fn reachable<'a>(packages: &BTreeMap<&'a str, Package<'a>>, mut open: Vec<&'a str>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(packages.get(id).map(|package| package.uses.as_slice()).unwrap_or_default());
        }
    }
    seen
}

fn source_fault(package: &Package<'_>) -> Option<String> {
    let source = package.source.filter(|&source| source != REGISTRY)?;
    Some(format!("{package} comes from {source}, not from crates.io"))
}

/// Dependencies on any version at all.
fn wildcards<'a>(package: &'a Package<'_>) -> impl Iterator<Item = String> + 'a {
    elements(&package.manifest["dependencies"])
        .filter(|dependency| dependency["req"] == "*" && dependency["path"].is_null())
        .map(move |dependency| format!("{package} takes any version of {}", dependency["name"]))
}

fn elements(array: &Value) -> std::slice::Iter<'_, Value> {
    array.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DENY: &str = "[licenses]\nallow = [\"MIT\"]\n[bans]\nskip-tree = [{ crate = \"old\", reason = \"slow\" }]\n";

    /// A workspace with one package of ours, `app`, that uses `a 1.0`, and `old`, that uses `a 0.9`.
    fn workspace() -> Value {
        let package = |name: &str, version: &str, source: Option<&str>| {
            json!({
                "id": format!("{name}@{version}"), "name": name, "version": version, "license": "MIT", "source": source,
                "dependencies": [],
            })
        };
        let uses = |id: &str, kind: Option<&str>| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        json!({
            "packages": [
                package("app", "0.1.0", None),
                package("a", "1.0.0", Some(REGISTRY)),
                package("a", "0.9.0", Some(REGISTRY)),
                package("a", "0.8.0", Some(REGISTRY)),
                package("old", "2.0.0", Some(REGISTRY)),
            ],
            "resolve": { "nodes": [
                {
                    "id": "app@0.1.0",
                    "deps": [uses("a@1.0.0", None), uses("old@2.0.0", Some("build")), uses("a@0.8.0", Some("dev"))],
                },
                { "id": "old@2.0.0", "deps": [uses("a@0.9.0", None)] },
            ] },
        })
    }

    fn faults(metadata: &Value) -> Vec<String> {
        Policy::parse(DENY).unwrap().faults(metadata)
    }

    #[test]
    fn what_is_skipped_and_what_only_tests_use_may_be_there_twice() {
        assert_eq!(faults(&workspace()), [] as [String; 0]);
    }

    #[test]
    fn double_versions_are_found() {
        let mut metadata = workspace();
        metadata["resolve"]["nodes"][0]["deps"][2]["dep_kinds"][0]["kind"] = Value::Null;
        assert_eq!(faults(&metadata), ["a is there in several versions: 0.8.0, 1.0.0"]);
    }

    #[test]
    fn a_skipped_tree_that_is_gone_is_found() {
        let mut metadata = workspace();
        metadata["packages"][4]["name"] = json!("new");
        let faults = faults(&metadata);
        assert!(faults.iter().any(|fault| fault.contains("skips `old`")), "{faults:?}");
    }

    #[test]
    fn licences_and_sources_are_checked() {
        let mut metadata = workspace();
        metadata["packages"][1]["license"] = json!("GPL-3.0");
        metadata["packages"][2]["license"] = Value::Null;
        metadata["packages"][3]["source"] = json!("git+https://example.org/a");
        metadata["packages"][4]["license"] = json!("MIT or so");
        let faults = faults(&metadata);
        let expected = [
            "a 1.0.0 has the licence `GPL-3.0`",
            "a 0.9.0 states no licence",
            "a 0.8.0 comes from git+",
            "can't be read",
        ];
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        for text in expected {
            assert!(faults.iter().any(|fault| fault.contains(text)), "{text} is not in {faults:?}");
        }
    }

    #[test]
    fn any_version_is_allowed_only_of_our_own_packages() {
        let mut metadata = workspace();
        metadata["packages"][0]["dependencies"] =
            json!([{ "name": "a", "req": "*", "path": null }, { "name": "core", "req": "*", "path": "/core" }]);
        assert_eq!(faults(&metadata), ["app 0.1.0 takes any version of \"a\""]);
    }

    #[test]
    fn a_policy_without_its_lists_is_refused() {
        assert!(Policy::parse("[licenses]\nallow = []\n").is_err());
    }
}
