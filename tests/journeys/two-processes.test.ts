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

/** Loads a journey anew: another file of the same run may have loaded it, and has its tests. */
async function again(journey: string): Promise<void> {
  await import(new URL(`./${journey}.test.ts?processes=2`, import.meta.url).href);
}

describe("lobbies", async () => void (await again("lobby")));
describe("messages", async () => void (await again("messages")));
describe("an application over HTTP", async () => void (await again("http-application")));
describe("sales", async () => void (await again("sales")));
describe("sign-in", async () => void (await again("openid-client")));
