// Which calls of a trace wait for which when it is replayed.
import { expect, test } from "vitest";
import { Entry } from "./entry.ts";
import { Redaction, RedactionRules } from "./redaction/redaction.ts";
import { replayTrace, type ReplayTarget } from "./replay-trace.ts";

const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));

/** A call that began at a moment and took so long; undefined: it never ended. */
function aCall(name: string, realAt: number, ms: number | undefined): Entry {
  const entry = new Entry({ number: realAt + 1, kind: "request", name, at: realAt, realAt });
  const url = `/${name}`;
  entry.method = "GET";
  entry.ms = ms;
  entry.requestHeaders = redaction.request(name, { method: "GET", url, headers: [] }).headers;
  entry.said = { ...entry.said, url, cameTo: url };
  entry.isWhole = true;
  return entry;
}

/** What is sent and answered, in turn, where the call `first` is answered only after `second`. */
async function replayed(entries: readonly Entry[]): Promise<readonly string[]> {
  const said: string[] = [];
  const second = Promise.withResolvers<void>();
  const target: ReplayTarget = {
    async send({ url }) {
      said.push(`sends ${url}`);
      if (url === "/second") second.resolve();
      if (url === "/first" && entries[0]?.ms === undefined) await second.promise;
      said.push(`has ${url}`);
      return { status: 200, headers: {}, entry: null };
    },
    follow: () => () => undefined,
    reach: async () => undefined,
  };
  await replayTrace(entries, target);
  return said;
}

test("a call waits for those that had ended when it began", async () => {
  for (const ms of [5, 10]) {
    expect(await replayed([aCall("first", 0, ms), aCall("second", 10, 1)])).toEqual([
      "sends /first",
      "has /first",
      "sends /second",
      "has /second",
    ]);
  }
});

test("a call waits for none that never ended", async () => {
  expect(await replayed([aCall("first", 0, undefined), aCall("second", 10, 1)])).toEqual([
    "sends /first",
    "sends /second",
    "has /second",
    "has /first",
  ]);
});
