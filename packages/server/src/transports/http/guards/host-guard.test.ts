import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareCall, bareUpgrade } from "../../../testing/clients/bare-call.ts";
import { aService, type TestService } from "../../../testing/start-service.ts";
import type { Guard } from "./entrance.ts";
import { hostGuard } from "./host-guard.ts";

/** True for a `Host` that is served. */
const serves = (guard: Guard | undefined, host: string | undefined): boolean =>
  guard?.({ headers: { host } } as IncomingMessage) === undefined;

describe("a service on loopback", () => {
  test.each<[string | undefined, boolean]>([
    ["127.0.0.1:8010", true],
    ["localhost:8010", true],
    ["LOCALHOST", true],
    ["bot.localhost:1", true],
    ["[::1]:8010", true],
    ["127.8.9.10", true],
    [undefined, true],
    ["evil.example", false],
    ["evil.example:8010", false],
    ["127.0.0.1.evil.example", false],
    ["localhost.evil.example", false],
    ["evil-localhost", false],
    ["", false],
    ["10.0.0.1", false],
  ])("accepts the host %s: %s", (host, isServed) => {
    for (const listensOn of ["127.0.0.1", "localhost", "::1"]) {
      expect(serves(hostGuard(listensOn, []), host)).toBe(isServed);
    }
  });

  test("accepts the host of its public URL", () => {
    const guard = hostGuard("127.0.0.1", ["https://Bots.example:8443"]);
    expect(
      ["bots.example", "BOTS.example:1", "other.example"].map((each) => serves(guard, each)),
    ).toEqual([true, true, false]);
  });

  test("caches only a few hosts", () => {
    const guard = hostGuard("127.0.0.1", []);
    for (let i = 0; i < 1000; i += 1) expect(serves(guard, `a${i}.localhost`)).toBe(true);
    expect(serves(guard, "evil.example")).toBe(false);
  });
});

test("a service on another host accepts every host name", () => {
  expect(hostGuard("0.0.0.0", [])).toBeUndefined();
  expect(hostGuard("192.168.1.2", [])).toBeUndefined();
});

describe("over the wire", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService();
  });
  afterAll(() => service.stop());

  const statusAs = async (host: string) =>
    (await bareCall(service.url, "GET /api/v10/gateway", { host })).status;

  test("a rebound host reaches neither the API nor the gateway", async () => {
    expect(await statusAs("localhost")).toBe(200);
    expect(await statusAs("evil.example")).toBe(421);
    expect((await bareUpgrade(service.url, { host: "evil.example" })).status).toBe(421);
  });
});
