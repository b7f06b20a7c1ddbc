//! The contract on PostgreSQL, and what is its own. `cargo xtask test services` starts the server that this needs.

#[path = "../contract/suite/mod.rs"]
mod suite;

mod copies;
mod damage;
mod database;
mod nodes;
mod outage;
mod start;

mod postgres {
    crate::suite::contract!(crate::database::open_for_contract().await);
}
