//! Whatever line comes in as a question: no panic, and one line of JSON as its answer.
#![no_main]

use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

/// Situations that a search may look at: enough to come by all of its parts, few enough to try many lines.
const BUDGET: u64 = 2000;

fuzz_target!(|text: &str| {
    let Some(text) = text.lines().next() else { return };
    for answer in [trinta::check_line(text), trinta::score_line(text), trinta::solve_line(text, Some(BUDGET))] {
        // An id comes back as it was, also a number that no program can hold: so it is not looked at here.
        let fields: HashMap<String, IgnoredAny> = serde_json::from_slice(&answer).unwrap();
        assert!(fields.contains_key("id"));
        assert_eq!(answer.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
});
