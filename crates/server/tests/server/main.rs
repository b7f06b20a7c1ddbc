//! The server as a whole: one program of tests, so that it is linked once.

mod bot_failures;
mod common;
mod crowd;
mod description;
mod disk;
mod games;
mod hostile;
mod identity;
mod judge;
mod leak;
mod net;
mod places;
mod protocol;
mod rating;
mod stored;
mod sweep;
mod time;
mod upgrade;
