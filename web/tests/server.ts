/** Starts the real program for the tests, with its store in memory and bots that do not wait. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORT = 3940 + (process.pid % 50);

export default async function start(): Promise<() => void> {
  if (process.env.TRINTA_URL) return () => undefined;
  const built = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target");
  const program = process.env.TRINTA_BIN ?? join(built, "debug/trinta");
  const config = join(mkdtempSync(join(tmpdir(), "trinta-page-")), "trinta.toml");
  writeFileSync(config, "bot_delay_ms = 60\nrate_limits = false\n");
  const server: ChildProcess = spawn(program, ["serve", "--in-memory", "--no-open", "--listen", `127.0.0.1:${PORT}`, "--config", config, "--log", "warn"], { stdio: ["ignore", "ignore", "inherit"] });
  process.env.TRINTA_URL = `http://127.0.0.1:${PORT}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${process.env.TRINTA_URL}/healthz`).catch(() => null);
    if (answer?.ok) break;
    if (tries > 100 || server.exitCode !== null) throw new Error(`${program} does not start`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return () => server.kill();
}
