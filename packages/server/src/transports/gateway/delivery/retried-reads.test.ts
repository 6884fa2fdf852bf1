import { intentMask } from "@antechamber/contract/gateway";
import { expect, test } from "vitest";
import { delay } from "../../../platform/clock.ts";
import { UnreachableError } from "../../../platform/store.ts";
import { passingTime } from "../../../testing/passing-time.ts";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { aGatewayWorld, tokens } from "../../../testing/worlds/gateway-world.ts";
import { retriedReads } from "./retried-reads.ts";

test("a session receives every event in order after the database was unreachable during one", async () => {
  const world = await aGatewayWorld();
  const intents = intentMask("GUILD_MESSAGES", "MESSAGE_CONTENT");
  const { client } = await signIn(world.url, { token: tokens.watcher, intents });
  let failures = 0;
  world.reads.before = async () => {
    failures += 1;
    if (failures <= 3) throw new UnreachableError("the database is gone");
  };
  for (const content of ["one", "two", "three"]) await world.say(content);
  for (let nth = 0; nth < 3; nth += 1) await client.nextEvent("MESSAGE_CREATE");
  const contents = client.readReceived(({ d }) => (d as { readonly content?: string }).content);
  expect(contents).toEqual(["one", "two", "three"]);
  expect(failures).toBeGreaterThan(3);
});

/** A read that fails until the test lets it succeed, in a process that may be fenced. */
function aRead(error: Error) {
  const time = passingTime();
  const state = { isFenced: false, isBack: false, tries: 0, outcome: "waits" };
  const work = {
    async read<T>(): Promise<T> {
      state.tries += 1;
      if (!state.isBack) throw error;
      return "read" as T;
    },
  };
  const processes = { isFenced: () => state.isFenced };
  const reads = retriedReads({ work, clock: time.clock, processes });
  const outcome = async () => {
    try {
      state.outcome = await reads.read(async () => "");
    } catch (failure) {
      state.outcome = String(failure);
    }
  };
  void outcome();
  async function passes(ms: number) {
    for (let passed = 0; passed < ms; passed += 1000) {
      time.pass(1000);
      await delay(time.clock, 0);
    }
  }
  return { state, passes };
}

const unreachable = new UnreachableError("out of reach");

test("a read waits as long as this process cannot reach the database", async () => {
  const { state, passes } = aRead(unreachable);
  state.isFenced = true;
  await passes(600_000);
  expect(state.outcome).toBe("waits");
  state.isBack = true;
  await passes(1000);
  expect(state.outcome).toBe("read");
});

test("a read that fails for ten seconds while the database answers is abandoned", async () => {
  const { state, passes } = aRead(unreachable);
  await passes(9000);
  expect(state.outcome).toBe("waits");
  await passes(2000);
  expect(state.outcome).toBe("UnreachableError: out of reach");
});

test("a read that failed for another reason is not retried", async () => {
  const { state, passes } = aRead(new Error("a mistake"));
  await passes(1000);
  expect([state.outcome, state.tries]).toEqual(["Error: a mistake", 1]);
});
