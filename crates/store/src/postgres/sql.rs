//! The statements. Times are in milliseconds of the database's clock, which `clock_ms()` tells.

/// A new log and its head, if there is none of that name.
pub(super) const CREATE: &str = "WITH made AS ( \
     INSERT INTO log (id, epoch, open, summary_version, summary, checksum) VALUES ($1, 0, true, $2, $3, $4) \
     ON CONFLICT DO NOTHING RETURNING id) \
     INSERT INTO head (log, seq, hash) SELECT id, 0, $5 FROM made";

/// A claim, in one transaction. The log is locked first: what is read after that is what the claim before left behind.
pub(super) const LOCK_FOR_CLAIM: &str = "SELECT owner, epoch, released FROM log WHERE id = $1 FOR UPDATE";
pub(super) const OWNERS_LEASE: &str = "SELECT clock.now, node.lease_until, node.last_sign \
     FROM (SELECT clock_ms() AS now) AS clock LEFT JOIN node ON node.id = $1";
pub(super) const RESTORED: &str = "SELECT restored FROM head WHERE log = $1";
pub(super) const CLAIM: &str = "UPDATE log SET epoch = epoch + 1, owner = $2, released = NULL WHERE id = $1";

/// The owner gives one log up.
pub(super) const RELEASE: &str =
    "UPDATE log SET epoch = epoch + 1, released = clock_ms() - $3 WHERE id = $1 AND epoch = $2";

/// Who holds a log, and who holds any.
pub(super) const HOLDER: &str = "SELECT log.epoch, node.id, node.address, node.last_sign, node.lease_until, clock.now \
     FROM log CROSS JOIN (SELECT clock_ms() AS now) AS clock \
     LEFT JOIN node ON node.id = log.owner AND log.released IS NULL AND node.lease_until > clock.now \
     WHERE log.id = $1";
pub(super) const NODES: &str = "SELECT NULL::bigint, id, address, last_sign, lease_until, clock.now \
     FROM (SELECT clock_ms() AS now) AS clock JOIN node ON node.lease_until > clock.now ORDER BY id";

/// A lease of this many milliseconds from now on; none as the address keeps the one that was announced.
pub(super) const RENEW: &str = "INSERT INTO node (id, address, last_sign, lease_until) \
     SELECT $1, $2, now, now + $3 FROM (SELECT clock_ms() AS now) AS clock \
     ON CONFLICT (id) DO UPDATE SET address = coalesce(excluded.address, node.address), \
     last_sign = excluded.last_sign, lease_until = excluded.lease_until";

/// Nodes that have been gone for a long time. A log still names its last owner as long as it is open.
pub(super) const FORGET_NODES: &str = "DELETE FROM node WHERE lease_until < clock_ms() - $1 \
     AND NOT EXISTS (SELECT 1 FROM log WHERE log.owner = node.id AND log.open)";

/// Entries of different logs, each if the claim is good and it builds on the head of its log. The logs are locked, in
/// the order of their names so that nobody waits in a circle, and their epochs compared as they are then: whoever claims
/// one of them waits, and is not overtaken.
pub(super) const APPEND_MANY: &str = "WITH asked AS ( \
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], \
     $8::bytea[], $9::bytea[], $10::boolean[], $11::bigint[], $12::text[], $13::bytea[]) \
     AS asked (log, seq, epoch, command, at, version, body, hash, before, open, summary_version, summary, checksum)), \
     held AS (SELECT id, epoch FROM log WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE), \
     stored AS (INSERT INTO entry (log, seq, epoch, command, at, version, body, hash) \
     SELECT asked.log, asked.seq, asked.epoch, command, at, version, body, asked.hash FROM asked \
     JOIN held ON held.id = asked.log AND held.epoch = asked.epoch \
     JOIN head ON head.log = asked.log AND head.seq = asked.seq - 1 AND head.hash = asked.before \
     ON CONFLICT DO NOTHING RETURNING log), \
     moved AS (UPDATE head SET seq = asked.seq, hash = asked.hash, restored = NULL FROM asked \
     WHERE head.log = asked.log AND asked.log IN (SELECT log FROM stored)), \
     summarised AS (UPDATE log SET open = asked.open, summary_version = asked.summary_version, summary = asked.summary, \
     checksum = asked.checksum FROM asked \
     WHERE log.id = asked.log AND asked.summary IS NOT NULL AND asked.log IN (SELECT log FROM stored)) \
     SELECT log FROM stored";

/// One entry, in a transaction: the log is locked, and what is read after that is the last that was stored.
pub(super) const LOCK_LOG: &str = "SELECT epoch FROM log WHERE id = $1 FOR NO KEY UPDATE";
pub(super) const LAST_ENTRY: &str = "SELECT head.seq, head.hash, last.seq, last.hash \
     FROM head LEFT JOIN LATERAL (SELECT seq, hash FROM entry WHERE entry.log = head.log ORDER BY seq DESC LIMIT 1) \
     AS last ON true WHERE head.log = $1";
pub(super) const COMMAND: &str = "SELECT seq FROM entry WHERE log = $1 AND command = $2";
pub(super) const HASH: &str = "SELECT hash FROM entry WHERE log = $1 AND seq = $2";
pub(super) const APPEND: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body, hash) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const SET_HEAD: &str = "UPDATE head SET seq = $2, hash = $3, restored = NULL WHERE log = $1";
pub(super) const SUMMARY: &str =
    "UPDATE log SET open = $2, summary_version = $3, summary = $4, checksum = $5 WHERE id = $1";
pub(super) const EPOCH: &str = "SELECT epoch FROM log WHERE id = $1";

/// What is read of logs.
pub(super) const LOGS: &str =
    "SELECT id, summary_version, summary, checksum FROM log WHERE open = $1 AND id > $2 ORDER BY id LIMIT $3";
pub(super) const READ: &str = "SELECT head.seq, head.hash, page.seq, epoch, command, at, version, body, page.hash \
     FROM head LEFT JOIN LATERAL \
     (SELECT * FROM entry WHERE entry.log = head.log AND entry.seq >= $2 ORDER BY entry.seq LIMIT $3) AS page ON true \
     WHERE head.log = $1 ORDER BY page.seq";

/// Everything, to be checked.
pub(super) const ALL_LOGS: &str = "SELECT head.seq, head.hash, log.id, log.epoch, log.open::int::bigint, \
     log.summary_version, log.summary, log.checksum FROM log LEFT JOIN head ON head.log = log.id \
     WHERE log.id > $1 ORDER BY log.id LIMIT $2";
pub(super) const ALL_VALUES: &str = "SELECT space, name, version, content, checksum FROM value \
     WHERE (space, name) > ($1, $2) ORDER BY space, name LIMIT $3";
pub(super) const ENTRIES_OF: &str = "SELECT NULL::bigint, NULL::bytea, seq, epoch, command, at, version, body, hash \
     FROM entry WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3";
pub(super) const COUNTS: &str = "SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM value)";
pub(super) const STRAY_LOGS: &str = "SELECT log FROM (SELECT log FROM entry UNION SELECT log FROM head) AS known \
     WHERE NOT EXISTS (SELECT 1 FROM log WHERE log.id = known.log) ORDER BY log";

/// The ends of a copy.
pub(super) const ANY_NODE: &str = "SELECT id FROM node WHERE lease_until > clock_ms() ORDER BY id LIMIT 1";
pub(super) const BEGIN_TO_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
     SET LOCAL idle_in_transaction_session_timeout = 0";
pub(super) const BEGIN_TO_FILL: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; \
     LOCK TABLE node, log, head, entry, value IN EXCLUSIVE MODE";
pub(super) const IS_EMPTY: &str = "SELECT NOT EXISTS (SELECT 1 FROM log) AND NOT EXISTS (SELECT 1 FROM value) \
     AND NOT EXISTS (SELECT 1 FROM node)";

/// A store that has come back from an earlier time.
pub(super) const OPEN_HEADS: &str =
    "SELECT head.seq, head.hash, head.log FROM head JOIN log ON log.id = head.log WHERE log.open";
pub(super) const MARK_RESTORED: &str = "UPDATE head SET restored = $2 WHERE log = $1";

/// Values. Those that expect something change no row if it is not so.
pub(super) const SET: &str = "INSERT INTO value (space, name, version, content, checksum) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (space, name) DO UPDATE \
     SET version = excluded.version, content = excluded.content, checksum = excluded.checksum";
pub(super) const SET_IF_ABSENT: &str =
    "INSERT INTO value (space, name, version, content, checksum) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
pub(super) const SET_IF_EQUAL: &str = "UPDATE value SET version = $3, content = $4, checksum = $5 \
     WHERE space = $1 AND name = $2 AND version = $6 AND content = $7";
pub(super) const REMOVE: &str = "DELETE FROM value WHERE space = $1 AND name = $2";
pub(super) const REMOVE_IF_EQUAL: &str =
    "DELETE FROM value WHERE space = $1 AND name = $2 AND version = $3 AND content = $4";
pub(super) const GET: &str = "SELECT version, content, checksum FROM value WHERE space = $1 AND name = $2";
pub(super) const LIST: &str =
    "SELECT name, version, content, checksum FROM value WHERE space = $1 AND name > $2 ORDER BY name LIMIT $3";
