//! Arbitrary requests to the doors of the server: no panic, no error of the server's own, and no secret in any answer.
//!
//! The first byte says how many proxies are in front. Every line after the first is a request, its parts separated by tabs:
//! `METHOD PATH`, then headers `name: value`, and `=` with the body last. `TABLE`, `OTHER` and `CODE` in a path or a body
//! are the table with a finished game, one where a game is on, and the code of that one. `me` as a header is the session
//! of somebody who sits there.
#![no_main]

mod folding;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request as HttpRequest, StatusCode, header};
use axum::Router;
use libfuzzer_sys::fuzz_target;
use tokio::runtime::Runtime;
use tower::ServiceExt as _;
use trinta_core::record::DealStage;
use trinta_core::{Command, Seat};
use trinta_server::clock::Clock;
use trinta_server::hall::{HallOptions, Halls};
use trinta_server::http::{App, AppOptions, PageFile, routes};
use trinta_server::limits::Limits;
use trinta_server::people::People;
use trinta_server::room::{Registry, RoomOptions};
use trinta_store::{LogId, LogStore as _, MemoryStore, Store};
use trinta_table::chance::FixedChance;
use trinta_table::ids::PlayerId;
use trinta_table::{Access, Plan, Request, Requester};
use trinta_time::Timestamp;

const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);
static PAGE: [PageFile; 2] = [
    PageFile { path: "index.html", bytes: b"<html>", mark: "1" },
    PageFile { path: "assets/a.js", bytes: &[b' '; 4096], mark: "2" },
];

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap());
/// The same server for all inputs: it is built once, because a game is played for it.
static SCENE: LazyLock<Scene> = LazyLock::new(|| RUNTIME.block_on(Scene::new()));

struct Scene {
    app: Arc<App>,
    routes: Router,
    session: String,
    /// A table with a finished game, one with a running game, and the code of that one.
    names: [(&'static str, String); 3],
    /// What nobody may learn before the running game is over.
    secrets: Vec<String>,
}

/// A table of two people whose devices take their part in the deal.
async fn table(registry: &Arc<Registry>, store: &MemoryStore, players: [PlayerId; 2]) -> (LogId, String) {
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    let (id, code) = registry.create(plan, players[0].clone()).await.unwrap();
    for (seat, player) in players.into_iter().enumerate() {
        let seat = Some(Seat::at(seat));
        let sit = Request::TakeSeat { seat, name: "P".to_owned(), face: None, invite: None, code: None };
        registry.request(&id, Requester::Player(player), sit).await.unwrap();
    }
    registry.request(&id, Requester::House, Request::Begin).await.unwrap();
    while let Some((deal, stage, seats)) = folding::awaited(&folding::folded(store, &id).await) {
        for seat in seats {
            let request = match stage {
                DealStage::Commit => {
                    Request::CommitEntropy { seat, deal, commitment: folding::commitment(&deal, seat) }
                }
                DealStage::Reveal => Request::RevealEntropy { seat, deal, entropy: folding::entropy(seat) },
            };
            registry.request(&id, Requester::Seat(seat), request).await.unwrap();
        }
    }
    (id, code)
}

/// Nobody lays anything until the game is over.
async fn finish(registry: &Arc<Registry>, store: &MemoryStore, id: &LogId) {
    let mut table = folding::folded(store, id).await;
    let mut drawn = 0;
    while let Some(seat) = table.running().and_then(|current| current.game.turn()) {
        // The pool is empty after these draws, and nobody has more than that.
        let command = if drawn < 106 - 2 * 14 { Command::Draw } else { Command::Pass };
        drawn += 1;
        registry.request(id, Requester::Seat(seat), Request::Play { seat, command }).await.unwrap();
        table = folding::folded(store, id).await;
    }
}

impl Scene {
    async fn new() -> Scene {
        let store = Arc::new(MemoryStore::new());
        let options = RoomOptions { bot_delay: Duration::MAX / 4, ..RoomOptions::default() };
        let (shared, chance): (Arc<dyn Store>, _) = (store.clone(), Arc::new(FixedChance::new(1)));
        let registry =
            Registry::open(shared.clone(), Clock::set_to(NOW), chance.clone(), options).await.unwrap();
        let halls = Halls::open(registry.clone(), HallOptions::default()).await.unwrap();
        let people = People::new(shared, Clock::set_to(NOW), chance, Duration::from_secs(1_000_000));
        let (secret, me) = people.guest("Ana", None).await.unwrap();
        let (_, other) = people.guest("Rui", None).await.unwrap();
        let players = [me.player, other.player];
        let (running, code) = table(&registry, &store, players.clone()).await;
        let (finished, _) = table(&registry, &store, players).await;
        finish(&registry, &store, &finished).await;
        let log = store.read(&running, 1, usize::MAX).await.unwrap();
        let text: String = log.iter().map(|entry| entry.body.text.as_str()).collect();
        let seeds = text.split("\"seed\":\"").skip(1).map(|rest| rest[..64].to_owned());
        let session = secret.reveal().to_owned();
        let secrets: Vec<String> = seeds.collect();
        assert!(!secrets.is_empty());
        let app = AppOptions {
            hosts: vec!["play.example".to_owned()],
            origins: vec!["https://club.example".to_owned()],
            connections_per_address: 100,
            hall_connections_per_address: 100,
            page: &PAGE,
            ..AppOptions::default()
        };
        let app = Arc::new(App::new(registry, halls, people, Limits::new(false), app));
        let names = [("TABLE", finished.to_string()), ("OTHER", running.to_string()), ("CODE", code)];
        Scene { routes: routes(app.clone()), app, session, names, secrets }
    }

    fn fill(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// The request of a line; none if it is none.
    fn request(&self, line: &str) -> Option<HttpRequest<Body>> {
        let mut parts = line.split('\t');
        let (method, path) = parts.next()?.split_once(' ')?;
        let mut request = HttpRequest::builder().method(method).uri(self.fill(path));
        let mut body = String::new();
        for part in parts {
            if let Some(text) = part.strip_prefix('=') {
                body = self.fill(text);
            } else if part == "me" {
                request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.session));
            } else {
                let (name, value) = part.split_once(':')?;
                request = request.header(name, value.trim());
            }
        }
        request.body(Body::from(body)).ok()
    }
}

/// What takes seconds by design: passwords, simulated tournaments, prints.
fn is_slow(path: &str) -> bool {
    ["/login", "/account", "/advice", "/analysis", "/print", "/tournaments"].iter().any(|slow| path.contains(slow))
}

async fn run(scene: &Scene, text: &str) {
    let proxies = text.bytes().next().unwrap_or(b'0').wrapping_sub(b'0') % 3;
    scene.app.set_options(AppOptions { proxies, ..AppOptions::clone(&scene.app.options()) });
    for line in text.lines().skip(1).take(20) {
        let Some(request) = scene.request(line) else { continue };
        let right = request.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        if is_slow(request.uri().path()) && right {
            continue;
        }
        let own = request.method() != "DELETE" || !request.headers().contains_key(header::AUTHORIZATION);
        if !own {
            // Whoever signs out here has nothing more to ask.
            continue;
        }
        let answer = scene.routes.clone().oneshot(request).await.unwrap();
        let (status, headers) = (answer.status(), answer.headers().clone());
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{line}");
        assert_ne!(status, StatusCode::REQUEST_TIMEOUT, "{line}");
        if headers.get(header::CONTENT_ENCODING).is_some() {
            continue;
        }
        let body = to_bytes(answer.into_body(), 1 << 24).await.unwrap();
        let body = String::from_utf8_lossy(&body);
        assert!(!scene.secrets.iter().any(|secret| body.contains(secret)), "{line}: {body}");
        assert!(status != StatusCode::OK || headers.contains_key(header::X_CONTENT_TYPE_OPTIONS));
    }
}

fuzz_target!(|text: &str| {
    let scene = &*SCENE;
    RUNTIME.block_on(run(scene, text));
});
