//! The output of `cargo metadata`: the workspace and its dependencies.

use serde_json::Value;

use crate::run::Shell;

/// Runs `cargo metadata` with more arguments, without changing the lock file.
pub(crate) fn read(shell: &Shell, arguments: &[&str]) -> Result<Value, String> {
    let all: Vec<&str> = ["metadata", "--format-version", "1", "--locked"].iter().chain(arguments).copied().collect();
    let finished = shell.read("cargo", &all, &[])?;
    if !finished.success {
        return Err("cargo metadata failed".to_owned());
    }
    serde_json::from_str(&finished.text).map_err(|error| format!("cargo metadata: {error}"))
}

/// Every feature of the workspace's own packages except `default`, as `package/feature`.
pub(crate) fn features(metadata: &Value) -> Vec<String> {
    let members = metadata["workspace_members"].as_array().map(Vec::as_slice).unwrap_or_default();
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut names = Vec::new();
    for package in packages.iter().filter(|package| members.contains(&package["id"])) {
        let name = package["name"].as_str().unwrap_or_default();
        let features = package["features"].as_object().into_iter().flat_map(|features| features.keys());
        names.extend(features.filter(|feature| *feature != "default").map(|feature| format!("{name}/{feature}")));
    }
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn features_are_those_of_members() {
        let metadata = json!({
            "workspace_members": ["path#a"],
            "packages": [
                { "id": "path#a", "name": "a", "features": { "default": ["x"], "x": [], "y": ["x"] } },
                { "id": "registry#b", "name": "b", "features": { "z": [] } },
            ],
        });
        assert_eq!(features(&metadata), ["a/x", "a/y"]);
    }
}
