import { editChannel } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../testing/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/message-calls.ts";
import { aChannel } from "../../testing/records.ts";
import { channels } from "./guild.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const edit = ({ call }: InteractionContext, body: object, channel_id: string = ids.general) =>
  call(editChannel, { as: asBot, params: { channel_id }, body });

/** A scene whose text channel has all that text channels have. */
async function aTextChannel(more: object = {}) {
  const scene = await aGuildScene("MANAGE_CHANNELS");
  const fields = { ...inGuild, topic: null, nsfw: false, rate_limit_per_user: 0, ...more };
  await scene.seed((tx) => tx.put(channels, aChannel(ids.general, fields)));
  return scene;
}

test("what is said of a channel is changed, the rest stays, and who sees it is told", async () => {
  const scene = await aTextChannel();
  const { status, body } = await edit(scene, { topic: "Talk", nsfw: true, bitrate: 64_000 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: ids.general,
    topic: "Talk",
    nsfw: true,
    rate_limit_per_user: 0,
  });
  expect(body).not.toHaveProperty("bitrate");
  expect(await scene.news()).toMatchObject([
    { name: "CHANNEL_UPDATE", payload: { id: ids.general, topic: "Talk", nsfw: true } },
  ]);
});

test("nobody is told of a change that changes nothing", async () => {
  const scene = await aTextChannel();
  expect((await edit(scene, { topic: null })).status).toBe(200);
  expect(await scene.news()).toEqual([]);
});

test("a channel that is linked to a lobby does not become age-restricted", async () => {
  const linked_lobby = {
    application_id: ids.bot,
    lobby_id: "900000000000000001",
    linked_by: ids.alice,
    linked_at: "2026-01-01T00:00:00.000000+00:00",
    require_application_authorization: false,
  };
  const scene = await aTextChannel({ linked_lobby });
  expect(await edit(scene, { nsfw: true })).toMatchObject({ status: 400, body: { code: 570_001 } });
  expect((await edit(scene, { nsfw: false, topic: "Talk" })).body).toMatchObject({ linked_lobby });
});

test("only who manages a channel changes it", async () => {
  const scene = await aGuildScene();
  expect(codeOf(await edit(scene, { name: "mine" }))).toBe(50013);
  expect(codeOf(await edit(scene, { name: "mine" }, ids.hidden))).toBe(50001);
  expect(codeOf(await edit(scene, { name: "mine" }, "1"))).toBe(10003);
  const by = { as: asUser(ids.alice), params: { channel_id: ids.general }, body: { name: "hers" } };
  expect((await scene.call(editChannel, by)).body.name).toBe("hers");
});

test("a form is held to the bounds of channels", async () => {
  const scene = await aTextChannel();
  const refused = await edit(scene, { name: "", topic: "x".repeat(1025), rate_limit_per_user: -1 });
  expect(leavesOf(refused).toSorted()).toEqual([
    "name: BASE_TYPE_BAD_LENGTH",
    "rate_limit_per_user: NUMBER_TYPE_MIN",
    "topic: BASE_TYPE_MAX_LENGTH",
  ]);
});
