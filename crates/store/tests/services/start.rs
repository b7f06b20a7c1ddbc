//! Opening a database: tables are made once, and what is not a store of this program is refused.

use tokio::task::JoinSet;
use trinta_store::{LogStore as _, PostgresOptions, PostgresStore, Store as _, StoreError};

use crate::database::{connect, options, run, server};
use crate::suite::log;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_start_at_once_one_makes_the_tables() {
    let options = options();
    let mut starting = JoinSet::new();
    for number in 0..8 {
        let options = options.clone();
        starting.spawn(async move {
            let store = PostgresStore::open(&options).await.unwrap();
            store.create(&log(&format!("t{number}")), "".into()).await.unwrap();
            store.close().await.unwrap();
        });
    }
    starting.join_all().await;
    let store = PostgresStore::open(&options).await.unwrap();
    let audit = store.check(&mut |_, _| {}).await.unwrap();
    assert_eq!((audit.logs, audit.damages), (8, vec![]));
}

#[tokio::test]
async fn tables_of_another_program_are_refused_and_not_touched() {
    let options = options();
    let mut connection = connect(&options).await;
    for tables in ["CREATE TABLE invoice (id int)", "CREATE TABLE store (shelf int)"] {
        run(
            &mut connection,
            &format!("DROP SCHEMA IF EXISTS {0} CASCADE; CREATE SCHEMA {0}; {tables}", options.schema),
        )
        .await;
        for refused in [PostgresStore::open(&options).await, PostgresStore::open_read_only(&options).await] {
            let error = refused.unwrap_err();
            assert!(matches!(error, StoreError::Unsuitable { .. }), "{error:?}");
            assert!(error.to_string().contains("tables of another program"), "{error}");
        }
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = $1")
            .bind(&options.schema)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(count, 1);
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused_unless_it_says_that_this_program_can_work_with_it() {
    let options = options();
    PostgresStore::open(&options).await.unwrap().close().await.unwrap();
    let mut connection = connect(&options).await;
    run(&mut connection, "UPDATE store SET version = 7").await;
    PostgresStore::open(&options).await.unwrap().close().await.unwrap();
    run(&mut connection, "UPDATE store SET compatible = 7").await;
    for refused in [PostgresStore::open(&options).await, PostgresStore::open_read_only(&options).await] {
        assert!(matches!(refused, Err(StoreError::TooNew { found: 7, known: 1, .. })), "{refused:?}");
    }
}

#[tokio::test]
async fn a_database_that_is_not_there_is_named_without_its_password() {
    let absent = PostgresOptions::new("postgres://trinta:secret@127.0.0.1:1/trinta");
    let without_database = PostgresOptions::new(server().replace("/trinta", "/nowhere"));
    for (options, expected) in [(absent, "127.0.0.1:1"), (without_database, "nowhere")] {
        let error = PostgresStore::open(&options).await.unwrap_err();
        assert!(matches!(error, StoreError::Unreachable { .. }), "{error:?}");
        let text = error.to_string();
        assert!(text.contains(expected) && !text.contains("secret"), "{text}");
    }
    let wrong = PostgresStore::open(&PostgresOptions::new("postgres://a:secret@host:port/x")).await.unwrap_err();
    assert!(!wrong.to_string().contains("secret"), "{wrong}");
    let encrypted = PostgresOptions::new(format!("{}?sslmode=verify-full", server()));
    let error = PostgresStore::open(&encrypted).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable { .. }), "a server without TLS is not trusted: {error:?}");
}

#[tokio::test]
async fn a_store_that_is_only_read_takes_nothing() {
    let options = options();
    let empty = PostgresStore::open_read_only(&options).await.unwrap_err();
    assert!(empty.to_string().contains("no store"), "{empty}");
    let store = PostgresStore::open(&options).await.unwrap();
    store.create(&log("t1"), "".into()).await.unwrap();
    let reader = PostgresStore::open_read_only(&options).await.unwrap();
    assert_eq!(reader.read(&log("t1"), 1, 9).await.unwrap(), []);
    assert_eq!(
        reader.append(trinta_store::Append::new(&log("t1"), 0, 1, crate::suite::at(0), "x")).await,
        Err(StoreError::Closed)
    );
}
