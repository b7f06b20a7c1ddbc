/** Starts the program for the tests, with its store in memory. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORT = 3940 + (process.pid % 50) * 2;

interface Running {
  address: string;
  stop: () => void;
}

async function serve(port: number, config: string): Promise<Running> {
  const built = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target");
  const program = process.env.TRINTA_BIN ?? join(built, "debug/trinta");
  const folder = mkdtempSync(join(tmpdir(), "trinta-page-"));
  const file = join(folder, "trinta.toml");
  writeFileSync(file, config);
  const listen = `127.0.0.1:${port}`;
  const server = spawn(program, ["serve", "--in-memory", "--no-open", "--listen", listen, "--config", file, "--log", "warn"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const address = `http://${listen}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    if (answer?.ok) break;
    if (tries > 100 || server.exitCode !== null) throw new Error(`${program} does not start`);
    await new Promise((done) => setTimeout(done, 200));
  }
  const stop = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop };
}

export default async function start(): Promise<() => void> {
  if (process.env.TRINTA_URL) {
    process.env.TRINTA_LIMITED_URL ??= process.env.TRINTA_URL;
    return () => undefined;
  }
  // All browsers of the tests share one address and act faster than people do, so one server has no rate limits and fast
  // bots. The other one has the shipped settings.
  const [free, limited] = await Promise.all([
    serve(PORT, "bot_delay_ms = 60\nrate_limits = false\n"),
    serve(PORT + 1, ""),
  ]);
  process.env.TRINTA_URL = free.address;
  process.env.TRINTA_LIMITED_URL = limited.address;
  return () => {
    free.stop();
    limited.stop();
  };
}
