import { limits, permissionSplits } from "@antechamber/contract";
import {
  createGuildEmoji,
  deleteGuildEmoji,
  editGuildEmoji,
  getGuildEmoji,
  listGuildEmojis,
} from "@antechamber/contract/guilds";
import { parseTimestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import {
  aGuildScene,
  aPicture,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { guilds } from "./guild.ts";
import { aGuild } from "../../testing/records.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const smile = { name: "smile", image: aPicture() };
const add = ({ call }: InteractionContext, body: object = smile, as = asBot) =>
  call(createGuildEmoji, { as, params: inGuild, body });
const one = (emoji_id: string) => ({ params: { ...inGuild, emoji_id } });

test("an emoji is added, announced with the whole list, read and deleted", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { status, body } = await add(scene, { ...smile, roles: [ids.role] });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "smile",
    roles: [ids.role],
    user: { id: ids.bot },
    require_colons: true,
    managed: false,
    animated: false,
    available: true,
  });
  const { user: _user, ...plain } = body;
  const scope = { kind: "guild", guild_id: ids.guild };
  expect(await scene.news()).toEqual([
    expect.objectContaining({
      name: "GUILD_EMOJIS_UPDATE",
      scope,
      payload: { guild_id: ids.guild, emojis: [plain] },
    }),
  ]);
  const list = await scene.call(listGuildEmojis, { as: asBot, params: inGuild });
  expect(list.body).toEqual([body]);
  const got = await scene.call(getGuildEmoji, { as: asBot, ...one(body.id) });
  expect(got.body).toEqual(body);
  expect((await scene.call(deleteGuildEmoji, { as: asBot, ...one(body.id) })).status).toBe(204);
  expect(await scene.news()).toMatchObject([{ payload: { emojis: [] } }]);
  expect(codeOf(await scene.call(getGuildEmoji, { as: asBot, ...one(body.id) }))).toBe(10014);
});

test.each([
  [{ name: "s", image: aPicture() }, "name: BASE_TYPE_BAD_LENGTH"],
  [{ name: "a b", image: aPicture() }, "name: STRING_TYPE_REGEX"],
  [{ name: "smile" }, "image: BASE_TYPE_REQUIRED"],
  [{ name: "smile", image: "iVBORw0KGgo=" }, "image: IMAGE_INVALID"],
  [{ name: "smile", image: "data:image/svg+xml;base64,AAAA" }, "image: IMAGE_INVALID"],
  [
    { name: "smile", image: `${aPicture().replace("=", "A")}${"A".repeat(349_600)}` },
    "image: BINARY_TYPE_MAX_SIZE",
  ],
])("an invalid emoji is refused", async (body, leaf) => {
  expect(leavesOf(await add(await aGuildScene("CREATE_GUILD_EXPRESSIONS"), body))).toEqual([leaf]);
});

// Proves requirement 9 "CREATE_GUILD_EXPRESSIONS"
test("MANAGE_GUILD_EXPRESSIONS allows adding emojis only until the permission was split", async () => {
  const scene = await aGuildScene("MANAGE_GUILD_EXPRESSIONS");
  expect(codeOf(await add(scene))).toBe(50013);
  const day = parseTimestamp(permissionSplits.CREATE_GUILD_EXPRESSIONS.from) ?? 0;
  await scene.clock.moveTo(day);
  expect(codeOf(await add(scene))).toBe(50013);
  await scene.clock.moveTo(day - 1);
  expect((await add(scene)).status).toBe(201);
});

test("who adds emojis sees in the list who added the others, and of one only their own", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { id } = (await add(scene, smile, asUser(ids.alice))).body;
  const own = (await add(scene, { ...smile, name: "own" })).body;
  const list = await scene.call(listGuildEmojis, { as: asBot, params: inGuild });
  expect(list.body.map(({ user }) => user?.id)).toEqual([ids.alice, ids.bot]);
  const got = async (emojiId: string) =>
    (await scene.call(getGuildEmoji, { as: asBot, ...one(emojiId) })).body.user?.id;
  expect([await got(id), await got(own.id)]).toEqual([undefined, ids.bot]);
});

test("deleting others' emojis, or seeing who added them, requires MANAGE_GUILD_EXPRESSIONS", async () => {
  const scene = await aGuildScene();
  const { id } = (await add(scene, smile, asUser(ids.alice))).body;
  expect(codeOf(await scene.call(deleteGuildEmoji, { as: asBot, ...one(id) }))).toBe(50013);
  expect((await scene.call(getGuildEmoji, { as: asBot, ...one(id) })).body).not.toHaveProperty(
    "user",
  );
  const manager = await aGuildScene("MANAGE_GUILD_EXPRESSIONS");
  const other = (await add(manager, smile, asUser(ids.alice))).body;
  const removed = await manager.call(deleteGuildEmoji, { as: asBot, ...one(other.id) });
  expect(removed.status).toBe(204);
});

test.each([
  ["png", 30008, "Maximum number of emojis reached (50)"],
  ["gif", 30018, "Maximum number of animated emojis reached (50)"],
] as const)("a guild has a limit of %s emojis", async (type, code, message) => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const animated = type === "gif";
  const full = Array.from({ length: limits.emojis.value }, (_, i) => ({
    id: `${i + 1}`,
    animated,
  }));
  await scene.seed((tx) =>
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, emojis: full })),
  );
  const over = await add(scene, { name: "more", image: aPicture(type) });
  expect(over).toMatchObject({ status: 400, body: { code, message } });
  const otherKind = { name: "more", image: aPicture(animated ? "png" : "gif") };
  expect((await add(scene, otherKind)).status).toBe(201);
});

test.each([
  [0, [], 50],
  [1, [], 100],
  [2, [], 150],
  [3, [], 250],
  [0, ["MORE_EMOJI"], 200],
  [3, ["MORE_EMOJI"], 250],
] as const)("with tier %i and %j the limit is %i", async (premium_tier, features, count) => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const emojis = Array.from({ length: count - 1 }, (_, i) => ({ id: `${i + 1}`, animated: false }));
  const fields = { owner_id: ids.alice, premium_tier, features: [...features], emojis };
  await scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, fields)));
  expect((await add(scene)).status).toBe(201);
  expect((await add(scene, { ...smile, name: "more" })).body).toMatchObject({
    code: 30008,
    message: `Maximum number of emojis reached (${count})`,
  });
});

test("adding an emoji requires known roles, and membership in the guild", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  expect(codeOf(await add(scene, { ...smile, roles: ["1"] }))).toBe(10011);
  expect(codeOf(await add(scene, smile, asUser(ids.carol)))).toBe(50001);
});

test("an emoji can be renamed and restricted to roles by those who may delete it", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { body } = await add(scene);
  await scene.news();
  const edit = (emoji_id: string, change: object) =>
    scene.call(editGuildEmoji, { as: asBot, ...one(emoji_id), body: change });
  const renamed = await edit(body.id, { name: "grin", roles: [ids.role] });
  expect(renamed).toEqual({ status: 200, body: { ...body, name: "grin", roles: [ids.role] } });
  expect(await scene.news()).toMatchObject([{ payload: { emojis: [{ name: "grin" }] } }]);
  expect((await edit(body.id, { roles: null })).body).toMatchObject({ name: "grin", roles: [] });
  const withNull = await edit(body.id, { roles: [null, ids.role] });
  expect(withNull.body).toMatchObject({ roles: [ids.role] });
  expect(codeOf(await edit(body.id, { roles: ["1"] }))).toBe(10011);
  expect(leavesOf(await edit(body.id, { name: "a b" }))).toEqual(["name: STRING_TYPE_REGEX"]);
  expect(codeOf(await edit("1", {}))).toBe(10014);
  const { id } = (await add(scene, smile, asUser(ids.alice))).body;
  expect(codeOf(await edit(id, { name: "mine" }))).toBe(50013);
});
