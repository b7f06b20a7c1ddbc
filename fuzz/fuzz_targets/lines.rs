//! Whatever line comes in as a question: no panic, and one line of JSON as its answer.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for answer in [trinta::check_line(text), trinta::score_line(text)] {
        let value: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        assert!(value.get("id").is_some());
        assert_eq!(answer.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
});
