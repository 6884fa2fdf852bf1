import { endpoints } from "@antechamber/contract";
import { expect, test } from "vitest";
import { Redaction, RedactionRules } from "./redaction.ts";
import { REDACTED } from "./known-secrets.ts";

const answer = (remaining: string, more: readonly string[] = []) => [
  "x-ratelimit-remaining",
  remaining,
  "content-length",
  remaining,
  ...more,
];

function shownBy(redaction: Redaction, headers: readonly string[]) {
  return redaction.answer("unknown", { headers }).headers.redacted;
}

function redactionOfNothing() {
  return new Redaction(new RedactionRules({ endpoints: [], events: [] }));
}

test("responses that differ only in rate limit headers show their own values", () => {
  const redaction = redactionOfNothing();
  const counts = ["49", "48", "47", "48"];
  const redacted = counts.map((count) => shownBy(redaction, answer(count, ["via", "one"])));
  expect(redacted).toEqual(counts.map((count) => answer(count, ["via", "one"])));
});

test("refusals show their own entry headers", () => {
  const redaction = redactionOfNothing();
  const refusals = ["7", "8", "9"].map((entry) => answer("49", ["x-antechamber-entry", entry]));
  expect(refusals.map((each) => shownBy(redaction, each))).toEqual(refusals);
});

test("a differing value is redacted like the others", () => {
  const redaction = redactionOfNothing();
  redaction.addSecret("a-credential");
  shownBy(redaction, answer("49"));
  expect(
    shownBy(redaction, ["x-ratelimit-remaining", "a-credential", "content-length", "1"]),
  ).toEqual(["x-ratelimit-remaining", REDACTED, "content-length", "1"]);
});

test.each([
  ["lasts", (redaction: Redaction) => redaction.addSecret("a-credential")],
  ["passes", (redaction: Redaction) => void redaction.json('{"token":"a-credential"}')],
])("an earlier block is searched again once a credential that %s is known", (_, learn) => {
  const redaction = new Redaction(new RedactionRules({ endpoints, events: [] }));
  const before = answer("49", ["x-note", "a-credential"]);
  expect(shownBy(redaction, before)).toEqual(before);
  learn(redaction);
  expect(shownBy(redaction, before)).toEqual(answer("49", ["x-note", REDACTED]));
  expect(shownBy(redaction, answer("48", ["x-note", "a-credential"]))).toEqual(
    answer("48", ["x-note", REDACTED]),
  );
});

test.each([true, false])(
  "headers are also stored as received when the journal requests it: %j",
  (keepsOriginals) => {
    const rules = new RedactionRules({ endpoints, events: [] });
    const redaction = new Redaction(rules, { keepsOriginals });
    for (const remaining of ["49", "48", "48"]) {
      const received = answer(remaining, ["authorization", "Bot a-credential"]);
      const { headers } = redaction.answer("unknown", { headers: received });
      expect(headers.redacted).toEqual(answer(remaining, ["authorization", `Bot ${REDACTED}`]));
      expect(headers.parts).toEqual(keepsOriginals ? received : undefined);
      expect(JSON.stringify(headers).includes("a-credential")).toBe(keepsOriginals);
    }
  },
);
