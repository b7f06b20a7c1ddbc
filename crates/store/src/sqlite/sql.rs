//! The statements. They are written so that PostgreSQL takes them as they are.

/// A new log.
pub(super) const CREATE: &str = "INSERT INTO log (id, owner, epoch, open, summary_version, summary) \
     VALUES ($1, NULL, 0, 1, $2, $3) ON CONFLICT DO NOTHING";

/// A claim: who owns the log and how its lease stands, then the next epoch if it may be had.
pub(super) const OWNER: &str = "SELECT log.owner, node.lease_until, node.last_sign \
     FROM log LEFT JOIN node ON node.id = log.owner WHERE log.id = $1";
pub(super) const CLAIM: &str = "UPDATE log SET epoch = epoch + 1, owner = $2 WHERE id = $1 \
     AND (owner IS NULL OR owner = $2 \
     OR NOT EXISTS (SELECT 1 FROM node WHERE node.id = log.owner AND node.lease_until > $3)) \
     RETURNING epoch";

/// Leases.
pub(super) const RENEW: &str = "INSERT INTO node (id, last_sign, lease_until) VALUES ($1, $2, $3) \
     ON CONFLICT (id) DO UPDATE SET last_sign = excluded.last_sign, lease_until = excluded.lease_until";
pub(super) const END_LEASES: &str = "UPDATE node SET lease_until = last_sign WHERE lease_until > last_sign";

/// An entry, if the claim is good and the number is the next; a command that is known changes nothing.
pub(super) const APPEND: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body) \
     SELECT $1, $2, $3, $4, $5, $6, $7 \
     WHERE $3 = (SELECT epoch FROM log WHERE id = $1) \
     AND $2 = (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE log = $1) \
     ON CONFLICT DO NOTHING";

/// The same for several logs at once: the values stand between the two.
pub(super) const APPEND_MANY: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body) \
     SELECT column1, column2, column3, column4, column5, column6, column7 FROM (";
pub(super) const APPEND_MANY_IF: &str = ") AS asked \
     WHERE column3 = (SELECT epoch FROM log WHERE id = column1) \
     AND column2 = (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE log = column1) \
     ON CONFLICT DO NOTHING";

/// What to say when nothing was appended.
pub(super) const EPOCH: &str = "SELECT epoch FROM log WHERE id = $1";
pub(super) const HEAD: &str = "SELECT coalesce(max(seq), 0) FROM entry WHERE log = $1";
pub(super) const COMMAND: &str = "SELECT seq FROM entry WHERE log = $1 AND command = $2";

/// What lists say about a log.
pub(super) const SUMMARY: &str = "UPDATE log SET open = $2, summary_version = $3, summary = $4 WHERE id = $1";
pub(super) const LOGS: &str =
    "SELECT id, summary_version, summary FROM log WHERE open = $1 AND id > $2 ORDER BY id LIMIT $3";

/// Entries from a number on.
pub(super) const READ: &str =
    "SELECT seq, command, at, version, body FROM entry WHERE log = $1 AND seq >= $2 ORDER BY seq LIMIT $3";

/// Values. Those that expect something change no row if it is not so.
pub(super) const SET: &str = "INSERT INTO value (space, name, version, content) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (space, name) DO UPDATE SET version = excluded.version, content = excluded.content";
pub(super) const SET_IF_ABSENT: &str =
    "INSERT INTO value (space, name, version, content) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
pub(super) const SET_IF_EQUAL: &str = "UPDATE value SET version = $3, content = $4 \
     WHERE space = $1 AND name = $2 AND version = $5 AND content = $6";
pub(super) const REMOVE: &str = "DELETE FROM value WHERE space = $1 AND name = $2";
pub(super) const REMOVE_IF_EQUAL: &str =
    "DELETE FROM value WHERE space = $1 AND name = $2 AND version = $3 AND content = $4";
pub(super) const GET: &str = "SELECT version, content FROM value WHERE space = $1 AND name = $2";
pub(super) const LIST: &str =
    "SELECT name, version, content FROM value WHERE space = $1 AND name > $2 ORDER BY name LIMIT $3";
