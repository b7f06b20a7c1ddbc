//! The shape of each crate: its top modules use each other in one direction, as the crates do.
//!
//! A module uses another where its code, outside of tests, names a path of it: `crate::layout::Table`, `super::layout`,
//! or `crate::Table` where the root of the crate re-exports `layout::Table`. The root itself may name every module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which top module uses which, and a file in which it does.
type Uses = BTreeMap<String, BTreeMap<String, PathBuf>>;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The source folders of all crates.
fn sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(workspace().join("crates")).unwrap().flatten().map(|entry| entry.path().join("src"));
    let mut all: Vec<PathBuf> = crates.filter(|folder| folder.is_dir()).collect();
    all.push(workspace().join("xtask/src"));
    all.sort();
    all
}

/// The code of a file without comments, string literals and what follows `#[cfg(test)]`.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if let Some(hashes) = raw_text(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = &rest[hashes + 2..];
            rest = body.find(&close).map_or("", |end| &body[end + close.len()..]);
        } else if next == '"' {
            rest = after_text(&rest[1..]);
        } else if rest.starts_with("'\"'") {
            rest = &rest[3..];
        } else {
            code.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    // By convention, the tests of a module are at the end of its file.
    match code.find("#[cfg(test)]\nmod tests") {
        Some(tests) => code[..tests].to_owned(),
        None => code,
    }
}

/// The number of `#` of the raw string literal that begins here, if any.
fn raw_text(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix('r')?;
    let hashes = body.bytes().take_while(|&byte| byte == b'#').count();
    body[hashes..].starts_with('"').then_some(hashes)
}

/// What follows a string literal whose opening quote has been read.
fn after_text(mut rest: &str) -> &str {
    loop {
        match rest.find(['"', '\\']) {
            None => return "",
            Some(at) if rest[at..].starts_with('"') => return &rest[at + 1..],
            Some(at) => {
                let mut behind = rest[at + 1..].chars();
                behind.next();
                rest = behind.as_str();
            }
        }
    }
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn name_at(text: &str) -> &str {
    &text[..text.find(|letter| !is_name(letter)).unwrap_or(text.len())]
}

/// The first names of what follows a path that ends in `::`: one, or those of a list in braces.
fn first_names(rest: &str) -> Vec<String> {
    let Some(list) = rest.strip_prefix('{') else { return vec![name_at(rest).to_owned()] };
    let mut names = Vec::new();
    let (mut depth, mut expected) = (1, true);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' if depth == 1 => expected = true,
            _ if expected && is_name(letter) => {
                names.push(name_at(&list[at..]).to_owned());
                expected = false;
            }
            _ => {}
        }
    }
    names
}

/// The names that a file takes from the root of its crate; `depth` is how far below the root the module is.
fn taken_from_root(code: &str, depth: usize) -> Vec<String> {
    let to_root = "super::".repeat(depth);
    let mut names = Vec::new();
    for path in ["crate::", &to_root] {
        for (at, _) in code.match_indices(path) {
            let before = &code[..at];
            let inside = before.ends_with(is_name) || before.ends_with("::") || before.ends_with('$');
            let further_up = code[at + path.len()..].starts_with("super::");
            if !inside && !further_up {
                names.extend(first_names(&code[at + path.len()..]));
            }
        }
    }
    names
}

/// The names that the root of a crate re-exports, each with the module that it comes from.
fn re_exports(root: &str, modules: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut from = BTreeMap::new();
    for statement in root.split("use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        let module = name_at(statement);
        if let Some(rest) = statement.strip_prefix(module).and_then(|rest| rest.strip_prefix("::"))
            && modules.contains(module)
        {
            let renamed =
                |item: &str| item.rsplit(" as ").next().unwrap_or(item).rsplit("::").next().unwrap().trim().to_owned();
            let items = rest.trim_matches(['{', '}', '\n', ' ']).split([',', '{', '}']).map(renamed);
            from.extend(items.filter(|item| !item.is_empty()).map(|item| (item, module.to_owned())));
        }
    }
    from
}

/// The files of a module, each with its depth below the root of the crate.
fn files_of(path: &Path, depth: usize) -> Vec<(PathBuf, usize)> {
    let mut found = Vec::new();
    if path.with_extension("rs").is_file() {
        found.push((path.with_extension("rs"), depth));
    }
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap().flatten().map(|entry| entry.path()) {
            let own = entry.file_name().is_some_and(|name| name == "mod.rs");
            if own {
                found.push((entry, depth));
            } else if entry.is_dir() {
                found.extend(files_of(&entry, depth + 1).into_iter().filter(|(file, _)| file.starts_with(&entry)));
            } else if entry.extension().is_some_and(|ending| ending == "rs") {
                found.push((entry, depth + 1));
            }
        }
    }
    found
}

/// The modules that the root of a crate declares, but for those that are there for tests only.
fn modules(root: &str) -> BTreeSet<String> {
    let declared = root.replace("#[cfg(test)]\nmod ", "");
    let lines = declared.lines().filter_map(|line| line.trim().strip_suffix(';'));
    let names = lines.filter_map(|line| line.split_once("mod ").filter(|(before, _)| !before.contains("use")));
    names.map(|(_, name)| name.to_owned()).collect()
}

fn uses(folder: &Path) -> Uses {
    let root = ["lib.rs", "main.rs"].map(|name| folder.join(name)).into_iter().find(|file| file.is_file()).unwrap();
    let root = code(&fs::read_to_string(root).unwrap());
    let modules = modules(&root);
    let re_exports = re_exports(&root, &modules);
    let mut uses = Uses::new();
    for module in &modules {
        let used = uses.entry(module.clone()).or_default();
        for (file, depth) in files_of(&folder.join(module), 1) {
            for name in taken_from_root(&code(&fs::read_to_string(&file).unwrap()), depth) {
                let other = if modules.contains(&name) { Some(&name) } else { re_exports.get(&name) };
                if let Some(other) = other.filter(|other| *other != module) {
                    used.entry(other.clone()).or_insert_with(|| file.clone());
                }
            }
        }
    }
    uses
}

/// A way from a module back to itself, if there is one.
fn find_cycle(uses: &Uses, start: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    // Breadth first, so that the shortest circle is reported.
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in uses[way.last().unwrap()].keys() {
                let mut way = way.clone();
                way.push(next.clone());
                if next == start {
                    return Some(way);
                }
                if seen.insert(next.clone()) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

#[test]
fn modules_use_each_other_in_one_direction() {
    let mut circles = BTreeSet::new();
    for folder in sources() {
        let uses = uses(&folder);
        for way in uses.keys().filter_map(|module| find_cycle(&uses, module)) {
            let least = way[1..].iter().min().unwrap();
            if *least == way[0] {
                let steps = way.windows(2).map(|pair| {
                    let file = uses[&pair[0]][&pair[1]].strip_prefix(workspace()).unwrap();
                    format!("{} uses {} in {}", pair[0], pair[1], file.display())
                });
                circles.insert(format!("\n  {}", steps.collect::<Vec<_>>().join(", ")));
            }
        }
    }
    assert!(circles.is_empty(), "modules use each other in a circle:{}", circles.into_iter().collect::<String>());
}

#[test]
fn uses_are_found_however_they_are_written() {
    let text = r##"
        //! [`crate::comment`]
        use crate::one::One;
        use crate::{two::Two, three::{A, B}, Four};
        fn f() { super::five::f(); let _ = "crate::text::x \" crate::text"; let _ = r#"crate::raw"#; }
        fn g(path: &crate::six::Six, _: '"') { super::super::seven(); not_crate::eight(); }
        #[cfg(test)]
mod tests { use crate::tests_only::X; }
    "##;
    let found = |depth| taken_from_root(&code(text), depth).into_iter().collect::<BTreeSet<_>>();
    let plain = ["Four", "one", "six", "three", "two"];
    let and = |more: &str| plain.iter().copied().chain([more]).map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(found(1), and("five"));
    assert_eq!(found(2), and("seven"));
}

#[test]
fn a_circle_is_found_and_named() {
    let of = |pairs: &[(&str, &[&str])]| -> Uses {
        let used = |names: &[&str]| names.iter().map(|&name| (name.to_owned(), PathBuf::new())).collect();
        pairs.iter().map(|&(module, names)| (module.to_owned(), used(names))).collect()
    };
    let round = of(&[("a", &["b"]), ("b", &["c", "d"]), ("c", &["a"]), ("d", &[])]);
    assert_eq!(find_cycle(&round, "a").unwrap().join(" "), "a b c a");
    assert_eq!(find_cycle(&round, "d"), None);
    assert_eq!(find_cycle(&of(&[("a", &["b"]), ("b", &[])]), "a"), None);
}
