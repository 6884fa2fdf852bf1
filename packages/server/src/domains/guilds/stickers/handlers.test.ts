import {
  createGuildSticker,
  deleteGuildSticker,
  editGuildSticker,
  getGuildSticker,
  getSticker,
  getStickerPack,
  listGuildStickers,
  listStickerPacks,
} from "@antechamber/contract/guilds";
import { describe, expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { aGuild } from "../../../testing/records.ts";
import { aGif, aLottie, aPng } from "../../../testing/files/sticker-files.ts";
import { guilds } from "../guild.ts";

type StickerCalls = Awaited<ReturnType<typeof aGuildScene>>;

const wave = { name: "wave", tags: "wave", description: "Hello" };
const aPart = (bytes: Buffer, field = "file") => ({
  field,
  filename: "sticker",
  contentType: "application/octet-stream",
  bytes,
});

const add = (
  { call }: StickerCalls,
  {
    as = asBot,
    form = wave,
    bytes = aPng(),
  }: { as?: typeof asBot; form?: object; bytes?: Buffer } = {},
) => call(createGuildSticker, { as, params: inGuild, body: form, files: [aPart(bytes)] });
const one = (sticker_id: string) => ({ params: { ...inGuild, sticker_id } });

test("a sticker is added, announced with the whole list, read and deleted", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { status, body } = await add(scene);
  expect([status, body]).toMatchObject([
    201,
    {
      ...wave,
      format_type: 1,
      type: 2,
      available: true,
      guild_id: ids.guild,
      user: { id: ids.bot },
    },
  ]);
  const { user: _user, ...plain } = body;
  expect(await scene.news()).toEqual([
    expect.objectContaining({
      name: "GUILD_STICKERS_UPDATE",
      scope: { kind: "guild", guild_id: ids.guild },
      payload: { guild_id: ids.guild, stickers: [plain] },
    }),
  ]);
  const list = await scene.call(listGuildStickers, { as: asBot, params: inGuild });
  expect(list.body).toEqual([body]);
  expect((await scene.call(getGuildSticker, { as: asBot, ...one(body.id) })).body).toEqual(body);
  expect((await scene.call(deleteGuildSticker, { as: asBot, ...one(body.id) })).status).toBe(204);
  expect(await scene.news()).toMatchObject([{ payload: { stickers: [] } }]);
  expect(codeOf(await scene.call(getGuildSticker, { as: asBot, ...one(body.id) }))).toBe(10060);
});

test("a sticker can be edited by those who may delete it", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { body } = await add(scene);
  await scene.news();
  const edit = (change: object, as = asBot, id = body.id) =>
    scene.call(editGuildSticker, { as, ...one(id), body: change });
  expect((await edit({ name: "grin", tags: "smile", description: null })).body).toEqual({
    ...body,
    name: "grin",
    tags: "smile",
    description: null,
  });
  expect(await scene.news()).toMatchObject([{ payload: { stickers: [{ name: "grin" }] } }]);
  expect(codeOf(await edit({ name: "mine" }, asUser(ids.bob)))).toBe(50013);
  expect((await edit({ name: "owner" }, asUser(ids.alice))).status).toBe(200);
  expect(codeOf(await edit({}, asBot, "1"))).toBe(10060);
  expect(leavesOf(await edit({ name: "a" }))).toEqual(["name: BASE_TYPE_BAD_LENGTH"]);
});

test("changes of stickers are logged", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { id } = (await add(scene)).body;
  await scene.call(editGuildSticker, { as: asBot, ...one(id), body: { name: "grin" } });
  await scene.call(deleteGuildSticker, { as: asBot, ...one(id), reason: "not nice" });
  expect(await scene.logged()).toMatchObject([
    { action_type: 90, target_id: id, user_id: ids.bot },
    { action_type: 91, changes: [{ key: "name", old_value: "wave", new_value: "grin" }] },
    { action_type: 92, reason: "not nice" },
  ]);
});

test("adding requires CREATE_GUILD_EXPRESSIONS, and seeing who added one a further permission", async () => {
  const scene = await aGuildScene();
  expect(codeOf(await add(scene))).toBe(50013);
  expect(codeOf(await add(scene, { as: asUser(ids.carol) }))).toBe(50001);
  const { id } = (await add(scene, { as: asUser(ids.alice) })).body;
  const answer = await scene.call(getGuildSticker, { as: asBot, ...one(id) });
  expect(answer.body).not.toHaveProperty("user");
  expect(codeOf(await scene.call(deleteGuildSticker, { as: asBot, ...one(id) }))).toBe(50013);
});

test("an invalid form is refused with each of its errors", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const form = { name: "a", description: "x".repeat(101) };
  expect(leavesOf(await add(scene, { form }))).toEqual([
    "name: BASE_TYPE_BAD_LENGTH",
    "tags: BASE_TYPE_REQUIRED",
    "description: BASE_TYPE_MAX_LENGTH",
  ]);
  const files = [aPart(aPng(), "picture")];
  const without = await scene.call(createGuildSticker, {
    as: asBot,
    params: inGuild,
    body: wave,
    files,
  });
  expect(leavesOf(without)).toEqual(["file: BASE_TYPE_REQUIRED"]);
  expect(codeOf(await add(scene, { bytes: Buffer.from("text") }))).toBe(50046);
});

describe("the limit of stickers in a guild", () => {
  test.each([
    [0, [], 5],
    [1, [], 15],
    [2, [], 30],
    [3, [], 60],
    [0, ["MORE_STICKERS"], 60],
  ] as const)("with tier %i and %j is %i", async (premium_tier, features, count) => {
    const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
    const { id: _id, ...sticker } = (await add(scene)).body;
    const fill = (length: number) =>
      scene.seed((tx) =>
        tx.put(
          guilds,
          aGuild(ids.guild, {
            owner_id: ids.alice,
            premium_tier,
            features: [...features],
            stickers: Array.from({ length }, (_, i) => ({ ...sticker, id: `${i + 1}` })),
          }),
        ),
      );
    await fill(count);
    expect((await add(scene)).body).toMatchObject({
      code: 30039,
      message: `Maximum number of stickers reached (${count})`,
    });
    await fill(count - 1);
    expect((await add(scene)).status).toBe(201);
  });
});

test("Lotties require a verified or partnered guild, animated pictures do not", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  expect(codeOf(await add(scene, { bytes: aLottie() }))).toBe(50046);
  expect((await add(scene, { bytes: aGif({ frames: 3 }) })).body.format_type).toBe(4);
  const features = ["PARTNERED"];
  await scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, features })));
  expect((await add(scene, { bytes: aLottie() })).body.format_type).toBe(3);
});

test("a sticker can be read by its ID even from outside its guild", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { id } = (await add(scene)).body;
  const read = (sticker_id: string, as = asBot) =>
    scene.call(getSticker, { as, params: { sticker_id } });
  expect((await read(id)).body).toMatchObject({ id, type: 2, user: { id: ids.bot } });
  const outside = (await read(id, asUser(ids.carol))).body;
  expect(outside).toMatchObject({ id, name: "wave" });
  expect(outside).not.toHaveProperty("user");
  expect(codeOf(await read("999"))).toBe(10060);
});

test("the sticker packs are listed and read", async () => {
  const { call } = await aGuildScene();
  const { sticker_packs: packs } = (await call(listStickerPacks, { as: { kind: "nobody" } })).body;
  const [pack] = packs;
  const sticker = pack?.stickers[0];
  expect(pack?.cover_sticker_id).toBe(sticker?.id);
  const params = { pack_id: pack?.id ?? "" };
  expect((await call(getStickerPack, { as: asBot, params })).body).toEqual(pack);
  const alone = { as: asBot, params: { sticker_id: sticker?.id ?? "" } };
  expect((await call(getSticker, alone)).body).toEqual(sticker);
  expect(codeOf(await call(getStickerPack, { as: asBot, params: { pack_id: "9" } }))).toBe(10061);
});

test("the IDs in sticker packs have the length that clients expect, and are unique", async () => {
  const { call } = await aGuildScene();
  const { sticker_packs: packs } = (await call(listStickerPacks, { as: { kind: "nobody" } })).body;
  const allIds = packs.flatMap(({ id, sku_id, stickers }) => [
    id,
    sku_id,
    ...stickers.map((each) => each.id),
  ]);
  for (const id of allIds) expect(id).toMatch(/^\d{17,19}$/);
  expect(new Set(allIds).size).toBe(allIds.length);
});
