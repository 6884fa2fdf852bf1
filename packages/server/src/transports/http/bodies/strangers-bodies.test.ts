// How long a body from an unknown sender can block the event loop. The best of several attempts
// counts, and a busy machine gets more time than the promised 20 ms: an idle one needs less than
// five.
import { endpoints, limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../platform/api-error.ts";
import { missingFieldsGuards } from "./missing-fields.ts";
import { bodyReader, jsonLimit } from "./request-body.ts";
import type { IncomingBody } from "./request-bytes.ts";

const BLOCKED_MAX_MS = 80;
const TRIES = 7;

const strangers = endpoints.filter(
  ({ auth, path, body }) =>
    auth.some(({ kind }) => kind === "open") && body !== undefined && !path.includes("_token}"),
);

/** A text with as many repetitions as the limit permits. */
function filled(unit: string, begin = "", end = ""): Buffer {
  const room = limits.strangerBody.value - begin.length - end.length;
  return Buffer.from(begin + unit.repeat(Math.floor(room / unit.length)) + end);
}

const forms = "application/x-www-form-urlencoded";
const json = "application/json";
const hostile: readonly (readonly [string, string, Buffer])[] = [
  ["fields without a value", forms, filled("a&")],
  ["fields of many names", forms, Buffer.from(manyFields())],
  ["percent signs", forms, filled("%", "a=")],
  ["encoded signs", forms, filled("%ff", "client_id=")],
  ["objects", json, filled("{},", "[", "{}]")],
  ["numbers", json, filled("1,", "[", "1]")],
  ["long integers", json, filled("12345678901234567890,", "[", "1]")],
  ["one integer", json, filled("9")],
  ["brackets", json, filled("[")],
  ["quotes", json, filled('"')],
  ["backslashes", json, filled("\\", '"', '"')],
  ["white space", json, filled(" ", "[1,", "1]")],
  ["unknown fields", json, filled('"a":{"a":1},', "{", '"b":1}')],
];

function manyFields(): string {
  const names = Array.from({ length: limits.urlencodedPairs.value }, (_, i) => `field${i}=${i}`);
  return names.join("&");
}

/** Real milliseconds to read a body and to find its faults. */
async function timeOf(read: ReturnType<typeof bodyReader>, contentType: string, bytes: Buffer) {
  const began = performance.now();
  const body: IncomingBody = {
    contentType,
    async receive(sink) {
      sink.write(bytes);
      return sink.end();
    },
  };
  const form = await read(body, () => undefined);
  try {
    form.body();
  } catch (refusal) {
    // Reporting the faults is part of the measured time.
    if (!(refusal instanceof ApiError)) throw refusal;
  }
  return performance.now() - began;
}

describe.each(strangers.map((each) => [each.id, each] as const))("%s", (_id, endpoint) => {
  test("accepts only a short body from an unauthenticated caller", () => {
    const limit = endpoint.oauthForm === true ? limits.strangerBody.value : jsonLimit(endpoint);
    expect(limit).toBeLessThanOrEqual(limits.strangerBody.value);
  });

  test.each(hostile)("is not delayed by %s", async (_what, contentType, bytes) => {
    const read = bodyReader(endpoint, missingFieldsGuards(endpoint, false).body);
    const times: number[] = [];
    for (let i = 0; i < TRIES; i++) times.push(await timeOf(read, contentType, bytes));
    expect(Math.min(...times)).toBeLessThan(BLOCKED_MAX_MS);
  });
});
