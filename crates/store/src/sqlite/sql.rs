//! The statements. They are written so that PostgreSQL takes them as they are.

/// A new log.
pub(super) const CREATE: &str = "INSERT INTO log (id, owner, epoch, open, summary_version, summary, checksum) \
     VALUES ($1, NULL, 0, 1, $2, $3, $4) ON CONFLICT DO NOTHING";
pub(super) const CREATE_HEAD: &str = "INSERT INTO head (log, seq, hash) VALUES ($1, 0, $2)";

/// A claim: who owns the log and how its lease stands, then the next epoch if it may be had.
pub(super) const OWNER: &str = "SELECT log.owner, node.lease_until, coalesce(log.released, node.last_sign) \
     FROM log LEFT JOIN node ON node.id = log.owner WHERE log.id = $1";
pub(super) const CLAIM: &str = "UPDATE log SET epoch = epoch + 1, owner = $2, released = NULL WHERE id = $1 \
     AND (owner IS NULL OR owner = $2 OR released IS NOT NULL \
     OR NOT EXISTS (SELECT 1 FROM node WHERE node.id = log.owner AND node.lease_until > $3)) \
     RETURNING epoch";

/// The owner gives one log up.
pub(super) const RELEASE: &str = "UPDATE log SET epoch = epoch + 1, released = $3 WHERE id = $1 AND epoch = $2";

/// Who holds a log, and who holds any.
pub(super) const HOLDER: &str = "SELECT log.epoch, node.id, node.address, node.last_sign, node.lease_until \
     FROM log LEFT JOIN node ON node.id = log.owner AND log.released IS NULL AND node.lease_until > $2 \
     WHERE log.id = $1";
pub(super) const NODES: &str =
    "SELECT NULL, id, address, last_sign, lease_until FROM node WHERE lease_until > $1 ORDER BY id";

/// Leases.
pub(super) const RENEW: &str = "INSERT INTO node (id, last_sign, lease_until) VALUES ($1, $2, $3) \
     ON CONFLICT (id) DO UPDATE SET last_sign = excluded.last_sign, lease_until = excluded.lease_until";
pub(super) const ANNOUNCE: &str = "INSERT INTO node (id, last_sign, lease_until, address) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (id) DO UPDATE SET last_sign = excluded.last_sign, lease_until = excluded.lease_until, \
     address = excluded.address";
/// Whatever the clock shows now, and showed then.
pub(super) const END_LEASES: &str = "UPDATE node SET lease_until = 0";

/// An entry, if the claim is good and the number is the next; a command that is known changes nothing.
pub(super) const APPEND: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body, hash) \
     SELECT $1, $2, $3, $4, $5, $6, $7, $8 \
     WHERE $3 = (SELECT epoch FROM log WHERE id = $1) \
     AND $2 = (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE log = $1) \
     ON CONFLICT DO NOTHING";

/// The same for several logs at once: the values stand between the two.
pub(super) const APPEND_MANY: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body, hash) \
     SELECT column1, column2, column3, column4, column5, column6, column7, column8 FROM (";
pub(super) const APPEND_MANY_IF: &str = ") AS asked \
     WHERE column3 = (SELECT epoch FROM log WHERE id = column1) \
     AND column2 = (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE log = column1) \
     ON CONFLICT DO NOTHING";

/// What to say when nothing was appended.
pub(super) const EPOCH: &str = "SELECT epoch FROM log WHERE id = $1";
pub(super) const HEAD: &str = "SELECT coalesce(max(seq), 0) FROM entry WHERE log = $1";
pub(super) const LAST_ENTRY: &str = "SELECT head.seq, head.hash, entry.seq, entry.hash \
     FROM head LEFT JOIN entry ON entry.log = head.log WHERE head.log = $1 ORDER BY entry.seq DESC LIMIT 1";
pub(super) const COMMAND: &str = "SELECT seq FROM entry WHERE log = $1 AND command = $2";

/// The heads of logs; the values stand between the two. Whatever is appended ends what a restored log is marked with.
pub(super) const SET_HEADS: &str = "INSERT INTO head (log, seq, hash) ";
pub(super) const SET_HEADS_IF: &str =
    " ON CONFLICT (log) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, restored = NULL";

/// How far the store has come.
pub(super) const POSITION: &str = "SELECT id, number, hash FROM store";
pub(super) const SET_POSITION: &str = "UPDATE store SET number = $1, hash = $2";

/// What lists say about a log.
pub(super) const SUMMARY: &str =
    "UPDATE log SET open = $2, summary_version = $3, summary = $4, checksum = $5 WHERE id = $1";
pub(super) const LOGS: &str =
    "SELECT id, summary_version, summary, checksum FROM log WHERE open = $1 AND id > $2 ORDER BY id LIMIT $3";

/// Entries from a number on.
pub(super) const READ: &str = "SELECT head.seq, head.hash, entry.seq, epoch, command, at, version, body, entry.hash \
     FROM head LEFT JOIN entry ON entry.log = head.log AND entry.seq >= $2 \
     WHERE head.log = $1 ORDER BY entry.seq LIMIT $3";

/// Everything, to be checked. Names that can't be text are not of this program.
pub(super) const ALL_HEADS: &str = "SELECT seq, hash, log FROM head ORDER BY log";
pub(super) const ALL_LOGS: &str = "SELECT id, open, summary_version, summary, checksum FROM log ORDER BY id";
pub(super) const ALL_ENTRIES: &str = "SELECT log, NULL, seq, epoch, command, at, version, body, hash FROM entry \
     WHERE (log, seq) > ($1, $2) ORDER BY log, seq LIMIT $3";
pub(super) const ALL_VALUES: &str = "SELECT space, name, version, content, checksum FROM value \
     WHERE (space, name) > ($1, $2) ORDER BY space, name LIMIT $3";

/// What may still be read of a damaged file, from either end of a table.
pub(super) const LOG_NAMES: [&str; 2] = [
    "SELECT id FROM log WHERE id > $1 ORDER BY id LIMIT $2",
    "SELECT id FROM log WHERE id < $1 ORDER BY id DESC LIMIT $2",
];
pub(super) const HEAD_NAMES: [&str; 2] = [
    "SELECT log FROM head WHERE log > $1 ORDER BY log LIMIT $2",
    "SELECT log FROM head WHERE log < $1 ORDER BY log DESC LIMIT $2",
];
pub(super) const LOG_ROW: &str = "SELECT epoch, open, summary_version, summary, checksum FROM log WHERE id = $1";
pub(super) const HEAD_ROW: &str = "SELECT seq, hash FROM head WHERE log = $1";
pub(super) const ENTRIES_OF: &str = "SELECT NULL, NULL, seq, epoch, command, at, version, body, hash FROM entry \
     WHERE log = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
pub(super) const ALL_VALUES_BACKWARDS: &str = "SELECT space, name, version, content, checksum FROM value \
     WHERE (space, name) < ($1, $2) ORDER BY space DESC, name DESC LIMIT $3";

/// What was saved of it.
pub(super) const SAVE_LOG: &str = "INSERT INTO log (id, owner, epoch, open, summary_version, summary, checksum) \
     VALUES ($1, NULL, $2, $3, $4, $5, $6)";
pub(super) const SAVE_ENTRY: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body, hash) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const SAVE_HEAD: &str = "INSERT INTO head (log, seq, hash, restored) VALUES ($1, $2, $3, $4)";
pub(super) const SAVE_EPOCH: &str = "UPDATE log SET epoch = $2 WHERE id = $1";

/// A store that has come back from an earlier time.
pub(super) const OPEN_HEADS: &str =
    "SELECT head.seq, head.hash, head.log FROM head JOIN log ON log.id = head.log WHERE log.open = 1";
pub(super) const MARK_RESTORED: &str = "UPDATE head SET restored = $2 WHERE log = $1";
pub(super) const RESTORED: &str = "SELECT restored FROM head WHERE log = $1";
pub(super) const BECOME_ANOTHER: &str = "UPDATE store SET id = lower(hex(randomblob(16)))";

/// A copy that follows a store, which is attached to it as `source`.
pub(super) const ATTACH: &str = "ATTACH DATABASE $1 AS source";
pub(super) const SOURCE_POSITION: &str = "SELECT id, number FROM source.store";
pub(super) const GROWN_LOGS: &str = "SELECT theirs.log, coalesce(ours.seq, 0) FROM source.head AS theirs \
     LEFT JOIN main.head AS ours ON ours.log = theirs.log WHERE ours.hash IS NOT theirs.hash";
pub(super) const FOLLOW_NODES: &str = "INSERT INTO main.node (id, last_sign, lease_until, address) \
     SELECT id, last_sign, lease_until, address FROM source.node WHERE true ON CONFLICT (id) DO UPDATE \
     SET last_sign = excluded.last_sign, lease_until = excluded.lease_until, address = excluded.address";
pub(super) const FOLLOW_LOGS: &str = "INSERT INTO main.log \
     (id, owner, epoch, released, open, summary_version, summary, checksum) \
     SELECT id, owner, epoch, released, open, summary_version, summary, checksum FROM source.log WHERE true \
     ON CONFLICT (id) DO UPDATE \
     SET owner = excluded.owner, epoch = excluded.epoch, released = excluded.released, open = excluded.open, \
     summary_version = excluded.summary_version, summary = excluded.summary, checksum = excluded.checksum \
     WHERE checksum <> excluded.checksum OR epoch <> excluded.epoch OR owner IS NOT excluded.owner";
pub(super) const FOLLOW_ENTRIES: &str = "INSERT INTO main.entry (log, seq, epoch, command, at, version, body, hash) \
     SELECT new.log, new.seq, new.epoch, new.command, new.at, new.version, new.body, new.hash \
     FROM source.head AS theirs LEFT JOIN main.head AS ours ON ours.log = theirs.log \
     CROSS JOIN source.entry AS new WHERE ours.hash IS NOT theirs.hash \
     AND new.log = theirs.log AND new.seq > coalesce(ours.seq, 0)";
pub(super) const FOLLOW_HEADS: &str = "INSERT INTO main.head (log, seq, hash, restored) \
     SELECT log, seq, hash, restored FROM source.head WHERE true ON CONFLICT (log) DO UPDATE \
     SET seq = excluded.seq, hash = excluded.hash, restored = excluded.restored \
     WHERE hash <> excluded.hash OR restored IS NOT excluded.restored";
pub(super) const FOLLOW_VALUES: &str = "INSERT INTO main.value (space, name, version, content, checksum) \
     SELECT space, name, version, content, checksum FROM source.value WHERE true \
     ON CONFLICT (space, name) DO UPDATE \
     SET version = excluded.version, content = excluded.content, checksum = excluded.checksum \
     WHERE checksum <> excluded.checksum";
pub(super) const FOLLOW_REMOVALS: &str = "DELETE FROM main.value WHERE NOT EXISTS \
     (SELECT 1 FROM source.value AS theirs WHERE theirs.space = value.space AND theirs.name = value.name)";
pub(super) const FOLLOW_POSITION: &str = "UPDATE main.store SET \
     number = (SELECT number FROM source.store), hash = (SELECT hash FROM source.store)";

/// Whether the file can be read.
pub(super) const READABLE: &str = "SELECT id FROM log LIMIT 1";

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

/// Brings the write-ahead log into the file as far as nobody is in the way.
pub(super) const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// What a server asks of the tables, to be tried at the start.
pub(super) const EXPECTED: [&str; 26] = [
    CREATE,
    CREATE_HEAD,
    OWNER,
    CLAIM,
    RELEASE,
    HOLDER,
    NODES,
    RENEW,
    ANNOUNCE,
    APPEND,
    LAST_ENTRY,
    EPOCH,
    HEAD,
    COMMAND,
    POSITION,
    SET_POSITION,
    RESTORED,
    SUMMARY,
    LOGS,
    READ,
    SET,
    SET_IF_ABSENT,
    SET_IF_EQUAL,
    REMOVE_IF_EQUAL,
    GET,
    LIST,
];
