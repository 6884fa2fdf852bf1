import { expect, test } from "vitest";
import { Entry } from "./entry.ts";
import type { RepeatedCall } from "./replay.ts";
import { replayTrace } from "./replay-trace.ts";

const OLD = "100000000000000001";
const NEW = "200000000000000002";

function call(
  number: number,
  [method, url, body, answer]: readonly [string, string, object, object],
) {
  const entry = new Entry(number, { kind: "request", name: "x", at: 0, realAt: 0 });
  entry.method = method;
  entry.url = url;
  entry.requestHeaders = { shown: [], raw: "authorization\nBot secret" };
  entry.cameTo = url;
  entry.cameWith = JSON.stringify(body);
  entry.isWhole = true;
  entry.status = 200;
  entry.responseBody = JSON.stringify(answer);
  return entry;
}

test("the calls of a trace are made again in their order, with the ids of the other world", async () => {
  const sent: RepeatedCall[] = [];
  const entries = [
    call(1, ["POST", "/lobbies", {}, { id: OLD }]),
    new Entry(2, { kind: "dispatch", name: "LOBBY_CREATE", at: 0, realAt: 0 }),
    call(3, ["PUT", `/lobbies/${OLD}/members`, { of: OLD }, {}]),
  ];
  const replayed = await replayTrace(entries, {
    async send(made) {
      sent.push(made);
      return { status: 201, headers: {}, body: { id: NEW }, entry: null };
    },
  });
  expect(sent.map(({ url, body, headers }) => [url, body, headers["authorization"]])).toEqual([
    ["/lobbies", "{}", "Bot secret"],
    [`/lobbies/${NEW}/members`, `{"of":"${NEW}"}`, "Bot secret"],
  ]);
  expect(replayed.map(({ of, before, answer }) => [of, before, answer?.status])).toEqual([
    ["1", 200, 201],
    ["3", 200, 201],
  ]);
});
