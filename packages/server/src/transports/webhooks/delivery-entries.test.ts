import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { EntryOutcome, Journal } from "../../platform/journal.ts";
import { ANSWER_MAX_BYTES } from "../../platform/network/outbound-http.ts";
import { scriptedOutbound } from "../../testing/network/scripted-outbound.ts";
import { deliver } from "./delivery-entries.ts";

test.each([
  ["with files is recorded by its beginning", 2 * ANSWER_MAX_BYTES, ANSWER_MAX_BYTES, true],
  ["without files is recorded whole", ANSWER_MAX_BYTES, ANSWER_MAX_BYTES, false],
])("an answer %s", async (_, size, recorded, isCut) => {
  const body = Buffer.alloc(size, "x");
  const contentType = "multipart/form-data; boundary=X";
  const outbound = scriptedOutbound(() => ({ kind: "answered", status: 200, contentType, body }));
  const ended: EntryOutcome[] = [];
  const journal = { begin: () => ({ end: (outcome: EntryOutcome) => ended.push(outcome) }) };
  const request = { url: "https://example.com/", headers: {}, body: "" };
  const deps = { outbound, journal: journal as unknown as Journal };
  const { result } = await deliver(deps, { request, timeoutMs: 1, draft: { name: "PING" } });
  expect(result.kind === "answered" && result.body === body).toBe(true);
  expect(ended.map(({ bytes, response }) => [bytes, response?.body?.length])).toEqual([
    [size, recorded],
  ]);
  expect(ended[0]?.response?.isCut).toBe(isCut);
});
