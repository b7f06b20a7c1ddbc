//! Arbitrary lines as requests: no panic, and one line of JSON as the response.
#![no_main]

use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

/// The maximum number of nodes of a search: enough to reach all of its parts, few enough to try many lines.
const BUDGET: u64 = 2000;

fuzz_target!(|text: &str| {
    let Some(text) = text.lines().next() else { return };
    for answer in [trinta::check_line(text), trinta::score_line(text), trinta::solve_line(text, Some(BUDGET))] {
        // The id is returned verbatim, even a number that no type can hold, so it is not parsed here.
        let fields: HashMap<String, IgnoredAny> = serde_json::from_slice(&answer).unwrap();
        assert!(fields.contains_key("id"));
        assert_eq!(answer.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
});
