/** Starts the program for the tests, with its store in memory. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Running {
  address: string;
  stop: () => void;
}

/** A port that nobody listens on; with a fixed one, two runs at a time would talk to each other's server. */
function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

async function serve(config: string): Promise<Running> {
  const built = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target");
  const program = process.env.TRINTA_BIN ?? join(built, "debug/trinta");
  const folder = mkdtempSync(join(tmpdir(), "trinta-page-"));
  const file = join(folder, "trinta.toml");
  writeFileSync(file, config);
  const listen = `127.0.0.1:${await freePort()}`;
  const server = spawn(program, ["serve", "--in-memory", "--no-open", "--listen", listen, "--config", file, "--log", "warn"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const address = `http://${listen}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    if (tries > 100 || server.exitCode !== null) throw new Error(`${program} does not start`);
    if (answer?.ok) break;
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
    serve("bot_delay_ms = 60\nrate_limits = false\n"),
    serve(""),
  ]);
  process.env.TRINTA_URL = free.address;
  process.env.TRINTA_LIMITED_URL = limited.address;
  return () => {
    free.stop();
    limited.stop();
  };
}
