// Players of games, whose acts the API may refuse.
import { expect, test } from "./runners/vitest.ts";

test("a refused act of a player has the status and code of the refusal", async ({ world }) => {
  const lobby = await world.player("alice").join("Arena", { secret: "harbour" });
  await expect(world.player("bob").lobby(lobby).send("hello")).rejects.toMatchObject({
    name: "ApiRefusal",
    status: 403,
    code: 40109,
    message: expect.stringContaining("User must be a member of the lobby") as unknown,
  });
});

test("a player with a provisional account is referenced by id", async ({ world }) => {
  const flags = ["SOCIAL_LAYER_INTEGRATION"];
  await world.control.call("PATCH /applications/Arena", { body: { flags } });
  const response = await fetch(`${world.api}/v10/partner-sdk/token/bot`, {
    method: "POST",
    headers: {
      authorization: `Bot ${world.application("Arena").botToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ external_user_id: "guest-1", preferred_global_name: "Guest" }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await fetch(`${world.api}/v10/users/@me`, { headers });
  const { id } = (await me.json()) as { id: string };
  const alice = await world.player("alice").connect("Arena");
  await world.player("alice").join("Arena", { secret: "harbour" });
  const lobby = await world.player(id).join("Arena", { secret: "harbour" });
  await lobby.send("hello");
  await expect(alice).toHear("LOBBY_MESSAGE_CREATE", { author: { global_name: "Guest" } });
});

test("a page in place of JSON is the reason of a refusal", async ({ world }) => {
  const lobby = await world.player("alice").join("Arena", { secret: "harbour" });
  const http = { status: 503, body: "<h1>Gone</h1>" };
  await world.faults.add({ match: { user: "alice" }, http });
  await expect(lobby.send("hello")).rejects.toMatchObject({ status: 503, reason: "<h1>Gone</h1>" });
});
