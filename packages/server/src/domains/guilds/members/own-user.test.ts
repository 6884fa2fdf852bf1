import { editCurrentUser } from "@antechamber/contract/users";
import { expect, test } from "vitest";
import { aGuildScene, aPicture, asBot, asUser, ids } from "../../../testing/calls/guild-calls.ts";
import { leavesOf } from "../../../testing/calls/message-calls.ts";

async function aUserScene() {
  const calls = await aGuildScene();
  const edit = (body: object, as = asBot) => calls.call(editCurrentUser, { as, body });
  return { ...calls, edit };
}

test("a user can change their name and pictures, which is announced to everyone who sees them", async () => {
  const { edit, news } = await aUserScene();
  const { status, body } = await edit({ username: " Butler ", avatar: aPicture(), banner: null });
  expect([status, body]).toMatchObject([
    200,
    {
      id: ids.bot,
      username: "Butler",
      avatar: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      banner: null,
    },
  ]);
  expect(await news()).toMatchObject([
    { name: "USER_UPDATE", scope: { kind: "user", user_id: ids.bot } },
    { name: "GUILD_MEMBER_UPDATE", payload: { user: { username: "Butler" } } },
  ]);
  expect((await edit({ avatar: null }, asUser(ids.bob))).body).toMatchObject({ id: ids.bob });
});

test.each([
  ["BASE_TYPE_BAD_LENGTH", ["x", "x".repeat(33)]],
  ["USERNAME_INVALID_CONTAINS", ["a discord bot", "a#b", "a@b", "a:b", "```x"]],
  ["USERNAME_INVALID", ["everyone", "Here"]],
])("with %s the names %j are refused", async (code, names) => {
  const { edit, news } = await aUserScene();
  for (const username of names) {
    expect([username, ...leavesOf(await edit({ username }))]).toEqual([
      username,
      `username: ${code}`,
    ]);
  }
  expect(await news()).toEqual([]);
});

test("a name can be changed twice an hour, not counting the same name", async () => {
  const { edit, clock } = await aUserScene();
  for (const username of ["first", "first", "second"]) {
    expect((await edit({ username })).status).toBe(200);
  }
  expect(await edit({ username: "third" })).toMatchObject({
    status: 400,
    body: { errors: { username: { _errors: [{ code: "USERNAME_RATE_LIMIT" }] } } },
  });
  await clock.moveTo(clock.now() + 3_600_000);
  expect((await edit({ username: "third" })).status).toBe(200);
});
