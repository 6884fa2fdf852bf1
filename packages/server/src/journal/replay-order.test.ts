// The order in which a replay makes the calls of a trace, and which calls wait for others.
import { expect, test } from "vitest";
import { Entry } from "./entry.ts";
import { Redaction, RedactionRules } from "./redaction/redaction.ts";
import { replayTrace, type ReplayTarget } from "./replay-trace.ts";

const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));

/** A call with its start and duration in milliseconds; undefined if it never ended. */
function aCall(name: string, realAt: number, ms: number | undefined): Entry {
  const entry = new Entry({ number: realAt + 1, kind: "request", name, at: realAt, realAt });
  const url = `/${name}`;
  entry.method = "GET";
  entry.ms = ms;
  entry.requestHeaders = redaction.request(name, { method: "GET", url, headers: [] }).headers;
  entry.texts = { ...entry.texts, url, rawUrl: url };
  entry.isWhole = true;
  return entry;
}

/** Requests and responses in order, where an unending `first` gets its response after `second`. */
async function replayed(entries: readonly Entry[]): Promise<readonly string[]> {
  const steps: string[] = [];
  const second = Promise.withResolvers<void>();
  const target: ReplayTarget = {
    async send({ url }) {
      steps.push(`sends ${url}`);
      if (url === "/second") second.resolve();
      if (url === "/first" && entries[0]?.ms === undefined) await second.promise;
      steps.push(`has ${url}`);
      return { status: 200, headers: {}, entry: null };
    },
    follow: () => () => undefined,
    advanceTo: async () => undefined,
  };
  await replayTrace(entries, target);
  return steps;
}

test("a replayed call waits for those that had ended when the original began", async () => {
  for (const ms of [5, 10]) {
    expect(await replayed([aCall("first", 0, ms), aCall("second", 10, 1)])).toEqual([
      "sends /first",
      "has /first",
      "sends /second",
      "has /second",
    ]);
  }
});

test("a replayed call does not wait for one that never ended", async () => {
  expect(await replayed([aCall("first", 0, undefined), aCall("second", 10, 1)])).toEqual([
    "sends /first",
    "sends /second",
    "has /second",
    "has /first",
  ]);
});

test("a call that cannot be made fails the replay, even while the next one waits for its instant", async () => {
  const target: ReplayTarget = {
    async send() {
      throw new Error("the service stops");
    },
    follow: () => () => undefined,
    async advanceTo() {
      await new Promise(setImmediate);
    },
  };
  const replaying = replayTrace([aCall("first", 0, undefined), aCall("second", 10, 1)], target);
  await expect(replaying).rejects.toThrow("the service stops");
});
