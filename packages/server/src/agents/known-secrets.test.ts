import { expect, test } from "vitest";
import { KnownSecrets, REDACTED } from "./known-secrets.ts";

const botToken = "MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";

test("a value from a secret field is redacted wherever it occurs", () => {
  const secrets = new KnownSecrets("a-key-of-operators");
  secrets.addFrom({ users: [{ username: "carol", token: "carols-own" }], client_secret: "shop-1" });
  const text = "carol carols-own shop-1 a-key-of-operators";
  expect(secrets.hide(text)).toBe(`carol ${REDACTED} ${REDACTED} ${REDACTED}`);
});

test("a short secret is redacted only as a whole word", () => {
  const secrets = new KnownSecrets("a-key-of-operators");
  secrets.addFrom({ token: "thing", client_secret: "things" });
  expect(secrets.hide("something, and many things")).toBe(`something, and many ${REDACTED}`);
});

test.each([
  [["shop-secret", "shop-secret-of-staging"], "a shop-secret-of-staging b", `a ${REDACTED} b`],
  [["of-staging", "shop-of-staging-2"], "a shop-of-staging-2 b", `a ${REDACTED} b`],
  [["shop-one", "one-and-two"], "a shop-one-and-two b", `a ${REDACTED} b`],
  [[botToken.slice(0, 24)], `a ${botToken} b`, `a ${REDACTED} b`],
  [["secret", "shop-one"], "a secret shop-one", `a ${REDACTED} ${REDACTED}`],
])("the secrets %j are fully redacted where they overlap", (known, text, hidden) => {
  const secrets = new KnownSecrets("a-key-of-operators");
  for (const each of known) secrets.add(each);
  expect(secrets.hide(text)).toBe(hidden);
});

test("each of several values of a secret field is redacted", () => {
  const secrets = new KnownSecrets("a-key-of-operators");
  secrets.addFrom({ headers: { authorization: ["first-of-them", "second-of-them"] } });
  expect(secrets.hide("first-of-them second-of-them")).toBe(`${REDACTED} ${REDACTED}`);
});

test.each([
  [`token ${botToken}!`, `token ${REDACTED}!`],
  ["Authorization: Bearer abcdefghij0123456789", `Authorization: Bearer ${REDACTED}`],
  [`token: sha256:${"0a".repeat(32)}`, `token: ${REDACTED}`],
])("a secret is recognised by its form in %s", (text, hidden) => {
  expect(new KnownSecrets("antechamber").hide(text)).toBe(hidden);
});

test.each([
  "antechamber start",
  "packages.server.src",
  "application_permissions.default_member.flags",
  "Bot reconnected",
  "www.example.com",
])("%s is not redacted", (text) => {
  expect(new KnownSecrets("antechamber").hide(text)).toBe(text);
});

test("secret fields are removed from a value", () => {
  const value = { name: "Shop", client_secret: "s", bot: { token: "t", intents: [] } };
  const redacted = { name: "Shop", bot: { intents: [] } };
  expect(new KnownSecrets("antechamber").without(value)).toEqual(redacted);
});
