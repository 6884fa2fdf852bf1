import { describe, expect, test } from "vitest";
import {
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
  leavesOf,
} from "../../testing/calls/message-calls.ts";
import { aGuild, aMember, aRole, aUser } from "../../testing/records.ts";
import { guilds, members, roles } from "../guilds/guild.ts";
import { stickerPacks } from "../guilds/stickers/packs.ts";
import { stickerOrigins } from "../guilds/stickers/sticker.ts";
import { users } from "../users/user.ts";
import { searchDocuments } from "./search-document.ts";

const otherGuild = "300000000000000099";
const wave = { id: "500000000000000001", name: "wave", format_type: 1 } as const;
const grin = { id: "500000000000000002", name: "grin", format_type: 4 } as const;
const gone = { id: "500000000000000003", name: "gone", format_type: 1 } as const;
const far = { id: "500000000000000009", name: "far", format_type: 2 } as const;

const whole = (item: typeof wave | typeof grin | typeof gone | typeof far, guild_id: string) =>
  ({ ...item, tags: "a", description: null, type: 2, available: item !== gone, guild_id }) as const;

const everything = ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"] as const;

/** A guild with stickers, and another one with one more, which alice is in too. */
async function aScene(...granted: ("USE_EXTERNAL_STICKERS" | "ATTACH_FILES")[]) {
  const scene = await aMessageScene({ granted: [...everything, ...granted] });
  const own = [wave, grin, gone].map((item) => whole(item, ids.guild));
  await scene.seed((tx) => {
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.bob, stickers: own }));
    tx.put(guilds, aGuild(otherGuild, { owner_id: ids.alice, stickers: [whole(far, otherGuild)] }));
    tx.put(roles, aRole({ guild_id: otherGuild, id: otherGuild }));
    for (const user_id of [ids.alice, ids.bot]) {
      tx.put(members, aMember({ guild_id: otherGuild, user_id }));
    }
    for (const item of [wave, grin, gone]) {
      tx.put(stickerOrigins, { id: item.id, guild_id: ids.guild, user_id: ids.bob });
    }
    tx.put(stickerOrigins, { id: far.id, guild_id: otherGuild, user_id: ids.alice });
  });
  const pays = (id: string, premium_type: number) =>
    scene.seed((tx) => tx.put(users, aUser(id, { premium_type })));
  return { ...scene, pays };
}

describe("stickers of a guild", () => {
  test("can be sent with or without text, and are in the event", async () => {
    const { send, news } = await aScene();
    const alone = await send({ sticker_ids: [wave.id, grin.id, wave.id] });
    expect(alone.body).toMatchObject({ content: "", sticker_items: [wave, grin] });
    expect(await news()).toMatchObject([{ payload: { sticker_items: [wave, grin] } }]);
    const answer = await send({ content: "hi", sticker_ids: [grin.id] }, { as: asAlice });
    expect(answer.body).toMatchObject({ content: "hi", sticker_items: [grin] });
  });

  test("are found by searching for messages with stickers", async () => {
    const { send, store } = await aScene();
    await send({ sticker_ids: [wave.id] });
    const [document] = await store.read((tx) => tx.find(searchDocuments));
    expect(document?.features).toContain("has:sticker");
  });

  test("are refused if they are unknown, unavailable or too many", async () => {
    const { send } = await aScene();
    for (const id of ["5", gone.id]) {
      const { body } = await send({ sticker_ids: [id] });
      expect(body).toEqual({ code: 50081, message: "Cannot use this sticker" });
    }
    const four = [wave.id, grin.id, "1", "2"];
    expect(leavesOf(await send({ sticker_ids: four }))).toEqual([
      "sticker_ids: BASE_TYPE_MAX_LENGTH",
    ]);
  });

  test("cannot be combined with the newer components", async () => {
    const { send } = await aScene();
    const components = [{ type: 10, content: "text" }];
    const sent = await send({ flags: 1 << 15, components, sticker_ids: [wave.id] });
    expect(leavesOf(sent)).toEqual([
      "sticker_ids: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ]);
  });

  test("are kept when the message is edited, and can only be removed", async () => {
    const { send, edit } = await aScene();
    const { id } = (await send({ content: "hi", sticker_ids: [wave.id] })).body;
    expect((await edit(id, { content: "ho" })).body.sticker_items).toEqual([wave]);
    expect((await edit(id, { sticker_ids: [wave.id] })).body.sticker_items).toEqual([wave]);
    for (const sticker_ids of [[grin.id], [wave.id, grin.id]]) {
      expect(codeOf(await edit(id, { sticker_ids }))).toBe(50080);
    }
    expect((await edit(id, { content: "" })).body.sticker_items).toEqual([wave]);
    expect(codeOf(await edit(id, { sticker_ids: [] }))).toBe(50006);
    const without = await edit(id, { content: "ho", sticker_ids: null });
    expect(without.body).not.toHaveProperty("sticker_items");
  });

  test("are included in a forward", async () => {
    const { send } = await aScene();
    const { id } = (await send({ sticker_ids: [wave.id] })).body;
    const reference = { type: 1, message_id: id, channel_id: ids.general };
    const { body } = await send({ message_reference: reference });
    expect(body.message_snapshots).toMatchObject([{ message: { sticker_items: [wave] } }]);
  });
});

test("stickers from packs can be used by everyone", async () => {
  const { send } = await aScene();
  const [first] = stickerPacks.flatMap((pack) => pack.stickers);
  for (const as of [asBot, asBob]) {
    const { body } = await send({ sticker_ids: [first?.id] }, { as });
    expect(body.sticker_items).toMatchObject([{ name: first?.name, format_type: 3 }]);
  }
});

describe("stickers of another guild", () => {
  test("require a paid plan and the permission to use external stickers", async () => {
    const { send, pays } = await aScene("USE_EXTERNAL_STICKERS");
    const body = { sticker_ids: [far.id] };
    expect(codeOf(await send(body, { as: asAlice }))).toBe(50081);
    await pays(ids.alice, 2);
    expect((await send(body, { as: asAlice })).body.sticker_items).toEqual([far]);
    expect(codeOf(await send(body))).toBe(50081);
    await pays(ids.bob, 2);
    expect(codeOf(await send(body, { as: asBob }))).toBe(50081);
  });

  test("are refused without the permission", async () => {
    const { send, pays } = await aScene();
    await pays(ids.alice, 3);
    const sent = await send({ sticker_ids: [far.id] }, { as: asAlice });
    expect([sent.status, codeOf(sent)]).toEqual([403, 50600]);
  });
});
