import { defineConfig } from "@playwright/test";

const launchOptions = {
  executablePath: process.env.TRINTA_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
};

export default defineConfig({
  testDir: "tests",
  timeout: 300_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"]],
  globalSetup: "./tests/server.ts",
  use: { launchOptions, locale: "en-GB", actionTimeout: 15_000 },
  projects: [
    { name: "browser", testIgnore: /(screenshots|readme|frames|echo|film|hall-speed)\.spec\.ts$/ },
    { name: "screenshots", testMatch: /(screenshots|readme)\.spec\.ts$/ },
    { name: "frames", testMatch: /frames\.spec\.ts$/ },
    { name: "echo", testMatch: /echo\.spec\.ts$/ },
    { name: "hall-speed", testMatch: /hall-speed\.spec\.ts$/ },
    { name: "film", testMatch: /film\.spec\.ts$/, workers: 1 },
  ],
});
