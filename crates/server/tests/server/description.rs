//! The description of the routes: the file in the repository is what the code gives, and it says what documents say.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{guest, start};
use serde_json::Value;
use trinta_server::http::openapi_json;

const PROTOCOL: &str = include_str!("../../../../docs/protocol.md");

/// All operations of the description, such as `GET /api/v1/server`.
fn operations() -> BTreeSet<String> {
    let document: Value = serde_json::from_str(openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    let of_path = |(path, item): (&String, &Value)| {
        let methods: Vec<String> = item.as_object().unwrap().keys().map(|method| method.to_uppercase()).collect();
        methods.into_iter().map(|method| format!("{method} {path}")).collect::<Vec<_>>()
    };
    paths.flat_map(of_path).collect()
}

#[test]
fn the_file_is_what_the_code_gives() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(&path, openapi_json()).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == openapi_json(),
        "docs/openapi.json is old: TRINTA_WRITE=1 cargo test -p trinta-server description"
    );
    let document: Value = serde_json::from_str(&there).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
}

#[test]
fn the_protocol_page_lists_the_same_requests() {
    let listed = PROTOCOL.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    listed.extend(["GET /healthz", "GET /readyz", "GET /metrics"].map(str::to_owned));
    assert_eq!(listed, operations());
}

#[test]
fn every_name_that_is_referred_to_is_there() {
    let document: Value = serde_json::from_str(openapi_json()).unwrap();
    let text = document.to_string();
    for name in text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document["components"]["schemas"][name].is_object(), "{name} is not described");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_is_answered_and_nothing_else_is() {
    let server = start().await;
    let client = guest(&server, "Ana").await;
    for operation in operations() {
        let (method, path) = operation.split_once(' ').unwrap();
        let path = path.replace("{table}", "000000000000000000000000").replace("{number}", "1");
        let method: hyper::Method = method.parse().unwrap();
        let (status, _, body) = client.raw(method, &path, &[], Vec::new()).await.unwrap();
        let body = String::from_utf8_lossy(&body);
        assert!(status != 405 && !body.contains("there is nothing here"), "{operation}: {status} {body}");
    }
    let (status, _, body) = client.raw(hyper::Method::GET, "/api/v1/openapi.json", &[], Vec::new()).await.unwrap();
    assert_eq!((status.as_u16(), std::str::from_utf8(&body).unwrap()), (200, openapi_json()));
    for other in ["/api/v1/", "/api/v1/table", "/api/v2/server"] {
        let (status, _, _) = client.raw(hyper::Method::GET, other, &[], Vec::new()).await.unwrap();
        assert_eq!(status, 404, "{other}");
    }
    server.stop().await.unwrap();
}
