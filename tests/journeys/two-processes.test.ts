// Journeys that stand elsewhere, each once more against two processes on one database behind a balancer.
import { afterAll, beforeAll, describe } from "vitest";

let before: string | undefined;

beforeAll(() => {
  before = process.env["PROCESSES"];
  process.env["PROCESSES"] = "2";
});

afterAll(() => {
  if (before === undefined) delete process.env["PROCESSES"];
  else process.env["PROCESSES"] = before;
});

describe.each([
  "lobby",
  "messages",
  "http-application",
  "sales",
  "openid-client",
  "sdk",
  "command-permissions",
])("%s", async (journey) => {
  // Another file of the same run may have loaded it, and has its tests.
  await import(new URL(`./${journey}.test.ts?processes=2`, import.meta.url).href);
});
