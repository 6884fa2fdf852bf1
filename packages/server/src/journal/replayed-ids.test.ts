import { describe, expect, test } from "vitest";
import { ReplayedIds } from "./replayed-ids.ts";

const call = (url: string, body?: string) => ({ method: "POST" as const, url, headers: {}, body });

const old = { lobby: "1500000000000000001", interaction: "1500000000000000002" };
const now = { lobby: "1600000000000000001", interaction: "1600000000000000002" };

describe("ids of a trace", () => {
  test("are replaced in URLs and bodies once responses have shown the new ones", () => {
    const ids = new ReplayedIds("1");
    ids.compare(JSON.stringify({ id: old.lobby, members: [] }), { id: now.lobby, members: [] });
    const url = `/api/v10/lobbies/${old.lobby}/messages`;
    expect(ids.translate(call(url, `{"content":"see ${old.lobby}"}`))).toMatchObject({
      url: `/api/v10/lobbies/${now.lobby}/messages`,
      body: `{"content":"see ${now.lobby}"}`,
    });
  });

  test("are kept when both responses have the same, and within longer numbers", () => {
    const ids = new ReplayedIds("1");
    ids.compare(JSON.stringify({ id: old.lobby }), { id: now.lobby });
    const body = `{"a":"9${old.lobby}9"}`;
    expect(ids.translate(call("/api/v10/lobbies", body)).body).toBe(body);
  });

  test("include the other world's interaction and token", () => {
    const ids = new ReplayedIds(old.interaction);
    const url = `/api/v10/interactions/${old.interaction}/old-token/callback`;
    expect(ids.needsInteraction(call(url))).toBe(true);
    ids.noteInteraction({ id: now.interaction, token: "new-token", application_id: "1" });
    expect(ids.needsInteraction(call(url))).toBe(false);
    expect(ids.translate(call(url)).url).toBe(
      `/api/v10/interactions/${now.interaction}/new-token/callback`,
    );
    expect(ids.translate(call("/api/v10/webhooks/200000000000000001/old-token")).url).toBe(
      "/api/v10/webhooks/200000000000000001/new-token",
    );
  });

  test.each([
    ["/control/v1/users/alice/invoke?world=main", "/control/v1/users/alice/invoke?"],
    ["/control/v1/users?world=main&q=a", "/control/v1/users?q=a"],
    ["/control/v1/users?q=a&world=main", "/control/v1/users?q=a&"],
  ])("exclude the name of the world: %s", (url, expected) => {
    expect(new ReplayedIds("1").translate(call(url)).url).toBe(expected);
  });
});
