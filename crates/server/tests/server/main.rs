//! The server as a whole: one program of tests, so that it is linked once.

mod common;
mod games;
mod hostile;
mod leak;
mod protocol;
mod rating;
mod sweep;
mod time;
