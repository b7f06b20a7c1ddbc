//! Field by field, as the contract names them: the other answer may have more fields.

use serde_json::Value;

/// Objects whose keys are players have just the players they speak of.
const BY_PLAYER: [&str; 6] = ["scores", "wins", "moves", "verdicts", "ranks", "was"];

pub fn compare(expected: &Value, actual: &Value) -> Result<(), String> {
    differ("", expected, actual)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

fn differ(path: &str, expected: &Value, actual: &Value) -> Result<(), String> {
    if is_empty(expected) && is_empty(actual) {
        return Ok(());
    }
    let unlike = || Err(format!("{path}: expected {expected}, found {actual}"));
    match (expected, actual) {
        (Value::Object(fields), Value::Object(found)) => {
            let name = path.rsplit('.').next().unwrap_or("");
            if BY_PLAYER.contains(&name) && found.keys().any(|key| !fields.contains_key(key)) {
                return unlike();
            }
            for (field, value) in fields {
                differ(&format!("{path}.{field}"), value, found.get(field).unwrap_or(&Value::Null))?;
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(found)) if items.len() == found.len() => items
            .iter()
            .zip(found)
            .enumerate()
            .try_for_each(|(index, (item, other))| differ(&format!("{path}[{index}]"), item, other)),
        _ if expected == actual => Ok(()),
        _ => unlike(),
    }
}
