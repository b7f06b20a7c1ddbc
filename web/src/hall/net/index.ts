/** The connection of hall screens to the server. */
export { keptBackup, keptBackups, type Backup } from "./backup";
export { between, readTime, writeTime } from "./clock";
export { HallConnection, type Status } from "./connection.svelte";
export { isRefused, type Answer, type Command, type Credentials, type Done, type Envelope, type Question, type Refusal, type Refused, type Screen, type Viewer } from "./messages";
export { type LateRefusal } from "./queue";
export { EnvelopeScanner, packEnvelopes, type Batch } from "./transfer";
