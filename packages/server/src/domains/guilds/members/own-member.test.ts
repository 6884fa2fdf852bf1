import { limits } from "@antechamber/contract";
import { changeOwnMember, changeOwnNick, countRoleMembers } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import {
  aGuildScene,
  aPicture,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { images } from "../../users/image.ts";
import { members } from "../guild.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const change = ({ call }: InteractionContext, body: object, as = asBot) =>
  call(changeOwnMember, { as, params: inGuild, body });

// Proves requirement 4.3 "modify current member"
test("a member can edit their own profile, which is announced to the guild", async () => {
  const scene = await aGuildScene("CHANGE_NICKNAME");
  const { body } = await change(scene, {
    nick: "Botty",
    avatar: aPicture(),
    banner: aPicture("gif"),
    bio: "I am a bot",
  });
  expect(body).toMatchObject({ nick: "Botty", user: { id: ids.bot } });
  expect(body.avatar).toMatch(/^[0-9a-f]{32}$/);
  expect(body.banner).toMatch(/^a_[0-9a-f]{32}$/);
  expect(body).not.toHaveProperty("bio");
  expect(await scene.news()).toMatchObject([
    { name: "GUILD_MEMBER_UPDATE", payload: { nick: "Botty", avatar: body.avatar } },
  ]);
  const image = await scene.store.read((tx) => tx.get(images, body.avatar ?? ""));
  expect(image?.contentType).toBe("image/png");
  const record = await scene.store.read((tx) =>
    tx.get(members, members.key({ ...inGuild, user_id: ids.bot } as never)),
  );
  expect(record?.bio).toBe("I am a bot");
});

// Proves requirement 4.3 "modify current member"
test("null clears a field, and omitted fields stay the same", async () => {
  const scene = await aGuildScene("CHANGE_NICKNAME");
  await change(scene, { nick: "Botty", avatar: aPicture() });
  const { body } = await change(scene, { nick: null });
  expect([body.nick, typeof body.avatar]).toEqual([null, "string"]);
  expect((await change(scene, { avatar: null })).body.avatar).toBeNull();
  expect((await change(scene, { nick: "" })).body.nick).toBeNull();
});

test("changing the nickname requires CHANGE_NICKNAME, other fields do not", async () => {
  const scene = await aGuildScene();
  expect(codeOf(await change(scene, { nick: "x" }))).toBe(50013);
  expect((await change(scene, { bio: "x", avatar: aPicture() })).status).toBe(200);
  expect(codeOf(await change(scene, { bio: "x" }, asUser(ids.carol)))).toBe(50001);
});

test("the older endpoint changes only the nickname, and returns it", async () => {
  const scene = await aGuildScene("CHANGE_NICKNAME");
  const rename = (body: object, as = asBot) =>
    scene.call(changeOwnNick, { as, params: inGuild, body, reason: "a%20new%20role" });
  const answer = await rename({ nick: "Botty", bio: "x" });
  expect(answer).toEqual({ status: 200, body: { nick: "Botty" } });
  expect(await scene.news()).toMatchObject([
    { name: "GUILD_MEMBER_UPDATE", payload: { nick: "Botty" } },
  ]);
  const entry = { action_type: 24, user_id: ids.bot, target_id: ids.bot, reason: "a new role" };
  expect(await scene.logged()).toMatchObject([
    { ...entry, changes: [{ key: "nick", new_value: "Botty" }] },
  ]);
  expect((await rename({})).body).toEqual({ nick: "Botty" });
  expect((await rename({ nick: null })).body).toEqual({ nick: null });
  const tooLong = { nick: "x".repeat(limits.memberNick.value + 1) };
  expect(leavesOf(await rename(tooLong))).toEqual(["nick: BASE_TYPE_MAX_LENGTH"]);
  expect(codeOf(await rename({ nick: "x" }, asUser(ids.carol)))).toBe(50001);
  const { call } = await aGuildScene();
  const refused = await call(changeOwnNick, { as: asBot, params: inGuild, body: { nick: "x" } });
  expect(codeOf(refused)).toBe(50013);
});

test.each([
  [{ nick: "x".repeat(limits.memberNick.value + 1) }, "nick: BASE_TYPE_MAX_LENGTH"],
  [{ bio: "x".repeat(limits.memberBio.value + 1) }, "bio: BASE_TYPE_MAX_LENGTH"],
  [{ avatar: "x" }, "avatar: IMAGE_INVALID"],
  [{ banner: "data:text/plain;base64,AAAA" }, "banner: IMAGE_INVALID"],
])("an invalid change is refused", async (body, leaf) => {
  expect(leavesOf(await change(await aGuildScene("CHANGE_NICKNAME"), body))).toEqual([leaf]);
});

// Proves requirement 4.3 "role member counts"
test("member counts include empty roles, but not the role of everyone", async () => {
  const { call } = await aGuildScene();
  const { body } = await call(countRoleMembers, { as: asBot, params: inGuild });
  expect(body).toEqual({ [ids.role]: 1, [ids.empty]: 0 });
});
