import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anApplication } from "../../testing/records.ts";
import { destinationOf, nextTry } from "./webhook.ts";

describe("the next retry", () => {
  test.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [9, 256_000],
  ])("after %i attempts comes %i ms later, minus up to 20 percent", (attempts, waitMs) => {
    expect(nextTry({ attempts, firstAt: 0 }, 0, 0)).toBe(waitMs);
    expect(nextTry({ attempts, firstAt: 0 }, 0, 1)).toBe(waitMs * 0.8);
  });

  test("is at most ten minutes after the first attempt", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 700_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, now, chance) => {
          const at = nextTry({ attempts, firstAt: 0 }, now, chance) ?? 0;
          expect(at).toBeLessThanOrEqual(600_000);
        },
      ),
    );
    expect(nextTry({ attempts: 1, firstAt: 0 }, 599_000, 0)).toBe(600_000);
    expect(nextTry({ attempts: 1, firstAt: 0 }, 599_001, 0)).toBeUndefined();
  });
});

describe("the destination of an event", () => {
  const url = "https://example.com/events";
  const lobbyUrl = "https://example.com/lobby";
  test.each([
    [{ event_webhooks_url: url }, {}, url],
    [{ event_webhooks_url: url, event_webhooks_status: 1 }, {}, undefined],
    [{ event_webhooks_url: url, event_webhooks_status: 2 }, {}, url],
    [{ event_webhooks_url: url, event_webhooks_status: 3 }, {}, undefined],
    [{ event_webhooks_url: null, event_webhooks_status: 2 }, {}, undefined],
    [{ event_webhooks_url: null }, { url: lobbyUrl }, lobbyUrl],
    [{ event_webhooks_url: url, event_webhooks_status: 3 }, { url: lobbyUrl }, lobbyUrl],
  ] as const)("for %j %j is %s", (fields, event, destination) => {
    const application = anApplication("1", { owner_id: "2", ...fields });
    expect(destinationOf(application, event)).toBe(destination);
  });
});
