// Invites from a lobby to the guild of its linked channel. Source: lobbies-and-sdk 2.4, 3, 4.
import { afterEach, beforeEach, expect, test } from "vitest";
import { aGame, demo, game, type Game, type Player } from "../../testing/worlds/game-world.ts";

let it: Game;
let lobby: string;

beforeEach(async () => {
  it = await aGame();
  lobby = await it.aLobby();
  await it.service.asBot(`PUT /lobbies/${lobby}/members/${game.carolId}`);
});
afterEach(() => it.stop());

const link = () =>
  it.as("alice", `PATCH /lobbies/${lobby}/channel-linking`, { channel_id: demo.generalId });
const inviteSelf = (player: Player) => it.as(player, `POST /lobbies/${lobby}/members/@me/invites`);
const invite = (userId: string) =>
  it.service.asBot(`POST /lobbies/${lobby}/members/${userId}/invites`);
const accept = (token: string, code: unknown) =>
  it.service.asUser(token, `POST /invites/${String(code)}`);

// Proves requirement 4.3 "lobby invite for oneself"
// Proves requirement 4.3 "lobby invite for a user"
// Proves requirement 8 "lobby channel invite"
test.each([
  ["the player", () => inviteSelf("carol")],
  ["the game's back end", () => invite(game.carolId)],
])("an invite that %s requests lets its user join, once", async (_case, ask) => {
  await link();
  const answer = await ask();
  const { code } = answer.body as { code: string };
  expect([answer.status, answer.body]).toEqual([200, { code: expect.any(String) as string }]);
  const inviteAnswer = await it.service.call(`GET /invites/${code}`);
  expect(inviteAnswer.body).toMatchObject({ code, channel: { id: demo.generalId } });
  expect((await accept(demo.bobToken, code)).at("code")).toBe(40_110);
  expect((await accept("user-carol", code)).status).toBe(200);
  expect((await it.service.call(`GET /invites/${code}`)).status).toBe(404);
  const path = `GET /guilds/${demo.guildId}/members/${game.carolId}`;
  expect((await it.service.asBot(path)).status).toBe(200);
});

// Proves requirement 4.3 "lobby invite for oneself"
// Proves requirement 8 "lobby channel invite"
test("an invite expires after an hour", async () => {
  await link();
  const code = (await inviteSelf("carol")).at("code");
  await it.service.control("PATCH /clock", { advance: "PT59M59S" });
  expect((await it.service.call(`GET /invites/${String(code)}`)).status).toBe(200);
  await it.service.control("PATCH /clock", { advance: "PT1S" });
  expect((await accept("user-carol", code)).status).toBe(404);
});

test("an invite is not listed", async () => {
  await link();
  await inviteSelf("carol");
  expect((await it.service.asBot(`GET /guilds/${demo.guildId}/invites`)).body).toEqual([]);
});

// Proves requirement 4.3 "lobby invite for a user"
test("an invite requires a linked channel, and a member who is not in the guild", async () => {
  const codeOf = async (answer: Promise<{ status: number; at: (key: string) => unknown }>) => {
    const { status, at } = await answer;
    return [status, at("code")];
  };
  expect(await codeOf(inviteSelf("carol"))).toEqual([400, 50_267]);
  expect(await codeOf(invite(game.carolId))).toEqual([400, 50_267]);
  await link();
  expect(await codeOf(inviteSelf("dan"))).toEqual([403, 40_109]);
  expect(await codeOf(invite(game.danId))).toEqual([403, 40_109]);
  expect(await codeOf(invite("900000000000000000"))).toEqual([404, 10_013]);
  expect(await codeOf(inviteSelf("bob"))).toEqual([400, 40_108]);
  expect(await codeOf(inviteSelf("rival"))).toEqual([404, 10_031]);
});
