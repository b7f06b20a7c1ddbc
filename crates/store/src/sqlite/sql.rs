//! The statements. They are written so that PostgreSQL takes them as they are.

/// A new log.
pub(super) const CREATE: &str =
    "INSERT INTO log (id, owner, epoch, open, summary) VALUES ($1, NULL, 0, 1, $2) ON CONFLICT DO NOTHING";

/// A claim: the next epoch, and until when the owner before was alive.
pub(super) const SERVED_UNTIL: &str =
    "SELECT node.alive_until FROM log LEFT JOIN node ON node.id = log.owner WHERE log.id = $1";
pub(super) const CLAIM: &str = "UPDATE log SET epoch = epoch + 1, owner = $2 WHERE id = $1 RETURNING epoch";

/// A sign of life.
pub(super) const ALIVE: &str = "INSERT INTO node (id, alive_until) VALUES ($1, $2) \
     ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until";

/// An entry, if the claim is good and the number is the next; a command that is known changes nothing.
pub(super) const APPEND: &str = "INSERT INTO entry (log, seq, epoch, command, at, body) \
     SELECT $1, $2, $3, $4, $5, $6 \
     WHERE $3 = (SELECT epoch FROM log WHERE id = $1) \
     AND $2 = (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE log = $1) \
     ON CONFLICT DO NOTHING";

/// The same for several logs at once: the values stand between the two.
pub(super) const APPEND_MANY: &str = "INSERT INTO entry (log, seq, epoch, command, at, body) \
     SELECT column1, column2, column3, column4, column5, column6 FROM (";
pub(super) const APPEND_MANY_IF: &str = ") AS asked \
     WHERE column3 = (SELECT epoch FROM log WHERE id = column1) \
     AND column2 = (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE log = column1) \
     ON CONFLICT DO NOTHING";

/// What to say when nothing was appended.
pub(super) const EPOCH: &str = "SELECT epoch FROM log WHERE id = $1";
pub(super) const HEAD: &str = "SELECT coalesce(max(seq), 0) FROM entry WHERE log = $1";
pub(super) const COMMAND: &str = "SELECT seq FROM entry WHERE log = $1 AND command = $2";

/// What lists say about a log.
pub(super) const SUMMARY: &str = "UPDATE log SET open = $2, summary = $3 WHERE id = $1";
pub(super) const LOGS: &str = "SELECT id, summary FROM log WHERE open = $1 ORDER BY id";

/// Entries from a number on.
pub(super) const READ: &str =
    "SELECT seq, command, at, body FROM entry WHERE log = $1 AND seq >= $2 ORDER BY seq LIMIT $3";

/// Values.
pub(super) const ADD: &str = "INSERT INTO value (space, name, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
pub(super) const SET: &str = "INSERT INTO value (space, name, content) VALUES ($1, $2, $3) \
     ON CONFLICT (space, name) DO UPDATE SET content = excluded.content";
pub(super) const REMOVE: &str = "DELETE FROM value WHERE space = $1 AND name = $2";
pub(super) const GET: &str = "SELECT content FROM value WHERE space = $1 AND name = $2";
pub(super) const LIST: &str = "SELECT name, content FROM value WHERE space = $1 AND name > $2 ORDER BY name LIMIT $3";
