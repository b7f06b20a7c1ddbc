//! The contract of the stores, on those that need nothing else.

mod suite;

mod memory {
    use std::sync::Arc;

    use trinta_store::MemoryStore;

    crate::suite::contract!((Arc::new(MemoryStore::new()), ()));
}

mod sqlite {
    use std::sync::Arc;

    use tempfile::TempDir;
    use trinta_store::{SqliteOptions, SqliteStore};

    async fn open() -> (Arc<SqliteStore>, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteOptions::new(folder.path().join("store.db"));
        (Arc::new(SqliteStore::open(&options).await.unwrap()), folder)
    }

    crate::suite::contract!(open().await);
}
