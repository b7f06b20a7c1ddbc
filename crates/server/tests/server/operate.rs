//! What whoever runs the server looks at: the board and the alerts in `deploy/` name metrics that there are.

use std::collections::BTreeSet;

use trinta_server::metrics::Metrics;

/// The names of metrics in a text.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    words.filter(|word| word.starts_with("trinta_")).map(str::to_owned).collect()
}

#[test]
fn the_board_and_the_alerts_name_metrics_that_there_are() {
    let there_are = metrics_in(&Metrics::default().text());
    let board = include_str!("../../../../deploy/grafana.json");
    let alerts = include_str!("../../../../deploy/alerts.yml");
    let parsed: serde_json::Value = serde_json::from_str(board).unwrap();
    assert_eq!(parsed["panels"].as_array().unwrap().len(), 8);
    for (file, text) in [("grafana.json", board), ("alerts.yml", alerts)] {
        let named = metrics_in(text);
        assert!(named.len() > 3, "{file}");
        let unknown: Vec<_> = named.difference(&there_are).collect();
        assert!(unknown.is_empty(), "{file} names what is not there: {unknown:?}");
    }
    // Every alert is described.
    let described = include_str!("../../../../docs/server.md");
    for alert in alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")) {
        assert!(described.contains(&format!("`{alert}`")), "docs/server.md does not describe {alert}");
    }
}
