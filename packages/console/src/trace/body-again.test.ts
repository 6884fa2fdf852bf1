import { expect, test } from "vitest";
import { offeredBody, refusalOf } from "./body-again.ts";

const sent = (body?: unknown) => ({
  request: { method: "POST", url: "/api/v10/lobbies", headers: {}, body },
});

test("a complete body is offered as it was sent", () => {
  const { text, lacks } = offeredBody(sent({ level: 1 }));
  expect([JSON.parse(text), lacks, refusalOf(text)]).toEqual([{ level: 1 }, undefined, undefined]);
});

test("a body with a secret cannot be sent until the secret is entered", () => {
  const { text, lacks } = offeredBody(sent({ token: "[redacted]" }));
  expect(lacks).toContain("[redacted]");
  expect(refusalOf(text)).toContain("Replace [redacted]");
  expect(refusalOf(text.replace("[redacted]", "s3cret"))).toBeUndefined();
});

test("a truncated body is offered as far as it was stored, and refused as invalid JSON", () => {
  const { text, lacks } = offeredBody({ ...sent('{"level": 1, "na'), cut: true });
  expect([text, refusalOf(text)]).toEqual(['{"level": 1, "na', "This is not valid JSON."]);
  expect(lacks).toContain("truncated");
});

test("a dropped or missing body is not offered as an empty object", () => {
  expect(offeredBody({ ...sent(), cut: true })).toMatchObject({ text: "" });
  expect(offeredBody(sent()).lacks).toBe("This call had no body.");
});
