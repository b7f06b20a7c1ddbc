//! The crate and the naive implementation side by side.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

use serde_json::Value;
use trinta_tournament::Log;

use crate::naive::Naive;
use crate::naive::compare::compare;

#[derive(Default)]
pub struct Both {
    pub first: Log,
    pub second: Naive,
    /// Every line with the first one's answer.
    pub said: Vec<(String, Value)>,
}

impl Both {
    /// Says the line to both and compares their answers; the first one's answer.
    pub fn say(&mut self, line: &str) -> Value {
        let entries = self.first.entries().len();
        let reply = self.first.answer(line, || "00ff".parse().unwrap());
        let first = serde_json::to_value(reply.answer).unwrap();
        let second = self.second.answer(line, &first);
        if let Err(difference) = compare(&second, &first) {
            panic!("{difference}\nline: {line}\nfirst: {first}\nsecond: {second}");
        }
        if first.get("error").is_some() {
            assert_eq!(self.first.entries().len(), entries, "what is refused is not logged: {line}");
            assert!(first["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{first}");
        }
        self.said.push((line.to_owned(), first.clone()));
        first
    }

    #[track_caller]
    pub fn done(&mut self, command: &Value) -> Value {
        let answer = self.say(&command.to_string());
        assert_eq!(answer["ok"], true, "{command} -> {answer}");
        answer
    }

    #[track_caller]
    pub fn refused(&mut self, command: &Value, code: &str) {
        let answer = self.say(&command.to_string());
        assert_eq!(answer["error"]["code"], code, "{command} -> {answer}");
    }
}
