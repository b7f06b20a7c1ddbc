//! What was printed with QR codes is in the log, so that a change of the address is noticed.

mod common;

use common::Desk;
use serde_json::json;

#[test]
fn a_change_of_the_printed_address_is_noticed() {
    let mut desk = Desk::default();
    desk.refused(&json!({"do": "printed", "what": ["cards"], "address": "http://10.0.0.7:3930"}), "no-event");
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    let first = desk.done(&json!({"do": "printed", "what": ["cards"], "address": "http://10.0.0.7:3930/"}));
    assert_eq!((&first["address"], &first["others"]), (&json!("http://10.0.0.7:3930"), &json!([])));
    let moved = desk.done(&json!({"do": "printed", "what": ["sheets"], "address": "http://10.0.0.9:3930"}));
    assert_eq!(moved["others"], json!(["http://10.0.0.7:3930"]));
    desk.refused(&json!({"do": "printed", "what": ["sheets"], "address": "10.0.0.9"}), "malformed");
    desk.refused(&json!({"do": "printed", "what": [], "address": "http://a", "by": "judge"}), "role");
    desk.0.verify().unwrap();
}

#[test]
fn certificates_are_printed_after_the_end() {
    let mut desk = common::briefed(4, &json!({"rounds": 1}));
    common::begin(&mut desk, 1);
    let racks = common::sums(&json!([1, 2, 3, 4]), &[0, 5, 6, 7]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    desk.done(&json!({"do": "finish"}));
    desk.done(&json!({"do": "printed", "what": ["certificates"], "address": "http://10.0.0.7:3930"}));
    desk.0.verify().unwrap();
}
