import { expect, test } from "vitest";
import { limitsInForce, profileFor } from "./limits-in-force.ts";

test("a chosen profile applies until another world is loaded, also to session starts", () => {
  const inForce = limitsInForce({ limits: "off", allowsQuickRestarts: true });
  expect([inForce.isLimited(), inForce.now().allowsQuickRestarts]).toEqual([false, true]);
  inForce.use("production");
  expect(inForce.isLimited()).toBe(true);
  expect(inForce.now()).toEqual({ limits: "production", allowsQuickRestarts: false });
  expect(inForce.named()).toEqual({ profile: "production", nth: 1 });
  inForce.use("unapproved");
  expect(inForce.named()).toEqual({ profile: "unapproved", nth: 2 });
  inForce.follow({ profile: undefined, frozen: false });
  expect(inForce.now()).toEqual({ limits: "off", allowsQuickRestarts: true });
  expect(inForce.named()).toBeUndefined();
});

test("a loaded world sets the delay of HELLO", () => {
  const inForce = limitsInForce({ limits: "off", gateway: { hello_delay_ms: 7 } });
  expect(inForce.helloDelayMs()).toBe(7);
  inForce.follow({ profile: undefined, frozen: false, gateway: { hello_delay_ms: 9 } });
  expect(inForce.helloDelayMs()).toBe(9);
});

test.each([
  { option: undefined, profile: undefined, frozen: false, gives: "production" },
  { option: undefined, profile: undefined, frozen: true, gives: "off" },
  { option: undefined, profile: "unapproved", frozen: true, gives: "unapproved" },
  { option: undefined, profile: "off", frozen: false, gives: "off" },
  { option: "production", profile: "off", frozen: true, gives: "production" },
  { option: "off", profile: "production", frozen: false, gives: "off" },
] as const)(
  "limits: option $option, world $profile, frozen $frozen gives $gives",
  ({ option, gives, ...world }) => {
    expect(profileFor(option, world)).toBe(gives);
  },
);
