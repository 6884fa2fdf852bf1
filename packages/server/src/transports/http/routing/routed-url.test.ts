import { describe, expect, test } from "vitest";
import { aService, demo } from "../../../testing/start-service.ts";
import { routedUrl } from "./routed-url.ts";

const id = "200000000000000001";
const token = `${Buffer.from(id).toString("base64url")}.demo.concierge`;

describe("a call is routed", () => {
  test.each([
    ["/api/v10/users/1?a=//b%40", "/api/v10/users/1?a=//b%40"],
    ["/api/v9/users/1", "/api/v10/users/1"],
    ["/api/users/1", "/api/v10/users/1"],
    ["/api/v8/users/1", "/api/v8/users/1"],
    ["/api/v10/webhooks/1/x/messages/%40original", "/api/v10/webhooks/1/x/messages/@original"],
    ["/api/v9//voice/regions", "/api/v10/voice/regions"],
    ["/api//v10///users/@me//?x=a//b", "/api/v10/users/@me/?x=a//b"],
    ["/cdn//a", "/cdn//a"],
  ])("from %s to %s", (url, routed) => {
    expect(routedUrl(url, undefined)).toBe(routed);
  });
});

describe("a path below a bot's own id", () => {
  test.each(["channels", "guilds/7/member", "connections", "applications/8/role-connection"])(
    "is the same as below @me: %s",
    (rest) => {
      for (const scheme of ["Bot", "bot"]) {
        expect(routedUrl(`/api/v9/users/${id}/${rest}?a=${id}`, `${scheme} ${token}`)).toBe(
          `/api/v10/users/@me/${rest}?a=${id}`,
        );
      }
    },
  );

  test.each([
    ["the user itself", `/api/v10/users/${id}`, `Bot ${token}`],
    ["what is below another", "/api/v10/users/7/channels", `Bot ${token}`],
    ["what is below any user", `/api/v10/users/${id}/messages`, `Bot ${token}`],
    ["what is below a member", `/api/v10/guilds/7/members/${id}/roles/8`, `Bot ${token}`],
    ["a call without a token", `/api/v10/users/${id}/channels`, undefined],
    ["a call with another kind of token", `/api/v10/users/${id}/channels`, `Bearer ${token}`],
  ])("is not the same for %s", (_, url, host) => {
    expect(routedUrl(url, host)).toBe(url);
  });
});

test("a bot opens a direct message below its own id, with an extra slash", async () => {
  const service = await aService();
  try {
    const open = async (userId: string): Promise<number> => {
      const answer = await fetch(`${service.url}/api/v9//users/${userId}/channels`, {
        method: "POST",
        headers: {
          authorization: `Bot ${demo.botToken}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ recipient_id: demo.aliceId }),
      });
      return answer.status;
    };
    expect([await open(demo.applicationId), await open(demo.bobId)]).toEqual([200, 404]);
  } finally {
    await service.stop();
  }
});
