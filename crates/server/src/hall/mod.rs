//! Tournaments on a server: each has an owner, a task that decides, stores and publishes; devices connect to it.
//!
//! docs/hall.md describes roles, messages, merging and backups.

mod backup;
mod backup_keeper;
mod cipher;
mod envelope;
mod gateway;
mod halls;
mod merge;
mod message;
mod online;
mod online_keeper;
mod owner;
mod relay;
mod remote;
mod rights;
mod screen;
mod snapshot;
mod storage;
mod stored;
mod time;

pub use backup::{Backup, BackupError, BackupKey, Recovery};
pub use backup_keeper::SealedBackup;
pub use cipher::LogKey;
pub use envelope::{DeviceKey, Envelope, EnvelopeError, read_key};
pub use halls::{Hall, HallOptions, Halls, NewHall};
pub use message::{Credentials, HALL_PROTOCOL, HallClientMessage, HallServerMessage, HallViewer};
pub use online::{OnlineTable, occupant};
pub use owner::{HallError, refused};
pub use rights::{Authority, Denied, Sheet, authority};
pub use screen::{ListOrder, Screen, Show};
pub use snapshot::Snapshot;
pub(crate) use storage::fold_hall;
pub use stored::{HallSetup, StoredHall, StoredToken};
pub use time::hall_time;
