import { expect, test } from "vitest";
import { addressFor, knownAddress } from "./known-address.ts";

const publicUrl = "http://127.0.0.1:8010";
const settings = { publicUrl };
const inRun = { publicUrl, servesGuardedNames: true };

test("a service that programs reach under the platform's names uses those names", () => {
  expect([knownAddress(settings), knownAddress(inRun)]).toEqual([publicUrl, "https://discord.com"]);
});

test.each([
  ["discord.com", "https://discord.com"],
  ["ptb.discord.com:443", "https://discord.com"],
  ["127.0.0.1:8010", publicUrl],
  [undefined, publicUrl],
])("a caller of %s receives URLs of %s", (host, address) => {
  expect(addressFor(inRun, host)).toBe(address);
  expect(addressFor(settings, host)).toBe(publicUrl);
});
