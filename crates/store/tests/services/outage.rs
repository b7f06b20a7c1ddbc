//! Connections that break, and answers that are lost with them, by a proxy between the store and the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;
use trinta_store::{
    Append, Appended, LeaseStore as _, LogStore as _, PostgresOptions, PostgresStore, Store as _, StoreError,
    ValueStore as _,
};

use crate::database::{options, server};
use crate::suite::{at, key, log, node};

/// What the proxy does with a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Forward,
    /// Questions arrive, and answers don't.
    LoseAnswers,
    /// Connections break, and new ones too.
    Cut,
}

struct Proxy {
    mode: watch::Sender<Mode>,
    address: SocketAddr,
}

impl Proxy {
    async fn start() -> Proxy {
        let target = server().split('@').nth(1).unwrap().split('/').next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (mode, seen) = watch::channel(Mode::Forward);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (target, seen) = (target.clone(), seen.clone());
                tokio::spawn(async move {
                    let server = TcpStream::connect(target).await.unwrap();
                    let ((from_client, to_client), (from_server, to_server)) =
                        (client.into_split(), server.into_split());
                    let mut until_cut = seen.clone();
                    tokio::select! {
                        _ = until_cut.wait_for(|mode| *mode == Mode::Cut) => {}
                        () = forward(from_client, to_server, None) => {}
                        () = forward(from_server, to_client, Some(seen)) => {}
                    }
                });
            }
        });
        Proxy { mode, address }
    }

    fn options(&self) -> PostgresOptions {
        let url = format!("postgres://trinta@{}/trinta", self.address);
        PostgresOptions { url, ..options() }
    }

    fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, answers: Option<watch::Receiver<Mode>>) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let lost = answers.as_ref().is_some_and(|mode| *mode.borrow() == Mode::LoseAnswers);
        if !lost && to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_whose_answer_is_lost_is_stored_once() {
    let proxy = Proxy::start().await;
    let options = proxy.options();
    let store = Arc::new(PostgresStore::open(&options).await.unwrap());
    let direct = PostgresStore::open(&PostgresOptions { url: server(), ..options }).await.unwrap();
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
    let append = |seq| Append::new(&log, claim.epoch, seq, at(0), "x").command(&format!("A:{seq}"));
    for seq in [3, 6, 9] {
        // The connection has to know the statement: only then is it sent without a question before it.
        for before in seq - 2..seq {
            store.append(append(before)).await.unwrap();
        }
        proxy.set(Mode::LoseAnswers);
        let (appending, asked) = (store.clone(), append(seq));
        let answer = tokio::spawn(async move { appending.append(asked).await });
        while direct.read(&log, seq, 1).await.unwrap().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
        assert!(!answer.is_finished(), "it is stored, and nobody has said so");
        proxy.set(Mode::Cut);
        sleep(Duration::from_millis(50)).await;
        proxy.set(Mode::Forward);
        assert_eq!(answer.await.unwrap(), Ok(Appended::New { seq }));
        let known = store.append(append(seq)).await.unwrap();
        assert_eq!(known, Appended::Duplicate { seq });
    }
    assert_eq!(direct.read(&log, 1, 99).await.unwrap().len(), 9);
    assert_eq!(direct.check(&mut |_, _| {}).await.unwrap().damages, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_outage_is_a_pause() {
    let proxy = Proxy::start().await;
    let store = Arc::new(PostgresStore::open(&proxy.options()).await.unwrap());
    let mut appending = JoinSet::new();
    for table in 0..20 {
        let log = log(&format!("t{table}"));
        store.create(&log, "".into()).await.unwrap();
        let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
        let store = store.clone();
        appending.spawn(async move {
            for seq in 1..=60 {
                let append = Append::new(&log, claim.epoch, seq, at(0), format!("{seq}")).command(&format!("A:{seq}"));
                assert_eq!(store.append(append).await, Ok(Appended::New { seq }));
                sleep(Duration::from_millis(10)).await;
            }
        });
    }
    for _ in 0..3 {
        sleep(Duration::from_millis(100)).await;
        proxy.set(Mode::Cut);
        sleep(Duration::from_millis(300)).await;
        proxy.set(Mode::Forward);
    }
    appending.join_all().await;
    let audit = store.check(&mut |_, _| {}).await.unwrap();
    assert_eq!((audit.logs, audit.entries, audit.damages), (20, 1200, vec![]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_outage_is_an_error_and_the_store_is_well_again_after_it() {
    let proxy = Proxy::start().await;
    let store = PostgresStore::open(&proxy.options()).await.unwrap();
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
    proxy.set(Mode::Cut);
    let refused = store.append(Append::new(&log, claim.epoch, 1, at(0), "x")).await.unwrap_err();
    assert!(matches!(refused, StoreError::Unreachable { .. }), "{refused:?}");
    assert!(!refused.is_final() && store.health().await.is_err() && store.get(&key("a", "b")).await.is_err());
    proxy.set(Mode::Forward);
    assert_eq!(store.append(Append::new(&log, claim.epoch, 1, at(0), "x")).await, Ok(Appended::New { seq: 1 }));
    assert_eq!(store.health().await, Ok(()));
}
