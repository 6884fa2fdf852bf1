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

describe("lobbies", async () => void (await import("./lobby.test.ts")));
describe("messages", async () => void (await import("./messages.test.ts")));
describe("an application over HTTP", async () => void (await import("./http-application.test.ts")));
describe("sales", async () => void (await import("./sales.test.ts")));
describe("sign-in", async () => void (await import("./openid-client.test.ts")));
