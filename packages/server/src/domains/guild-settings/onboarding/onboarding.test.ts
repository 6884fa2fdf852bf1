import type { PermissionName } from "@antechamber/contract";
import { deleteChannel } from "@antechamber/contract/channels";
import { deleteRole, getOnboarding, setOnboarding } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aSettingsScene, community } from "../../../testing/calls/guild-settings-calls.ts";
import { codeOf } from "../../../testing/calls/message-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../../testing/calls/moderation-calls.ts";
import { aChannel, aRole } from "../../../testing/records.ts";
import { channels, roles, type GuildRecord } from "../../guilds/guild.ts";

const granted: readonly PermissionName[] = ["MANAGE_GUILD", "MANAGE_ROLES"];
const open = Array.from({ length: 6 }, (_, i) => `30000000000000005${i}`);
/** Channels in which only the owner can send messages. */
const silent = "300000000000000059";
const quieter = "300000000000000060";
const sending = 1n << 11n;

async function anOnboardingScene(
  fields: Partial<GuildRecord> = community,
  permissions: readonly PermissionName[] = granted,
) {
  const scene = await aSettingsScene(fields, ...permissions);
  await scene.seed((tx) => {
    const everyone = aRole({ guild_id: ids.guild, id: ids.guild }, "VIEW_CHANNEL", "SEND_MESSAGES");
    tx.put(roles, everyone);
    for (const id of open) tx.put(channels, aChannel(id, inGuild));
    const mute = { id: ids.guild, type: 0, allow: "0", deny: sending.toString() } as const;
    for (const id of [silent, quieter]) {
      tx.put(channels, aChannel(id, { ...inGuild, permission_overwrites: [mute] }));
    }
  });
  const read = (as = asBot) => scene.call(getOnboarding, { as, params: inGuild });
  const set = (body: object, as = asBot) =>
    scene.call(setOnboarding, { as, params: inGuild, body, reason: "why" });
  return { ...scene, read, set };
}

const enough = [...open, silent];
const option = { title: "Ships", role_ids: [ids.low], channel_ids: [ids.general] };
const prompt = { id: "1", title: "What?", options: [option], in_onboarding: true };

test("a guild without settings has an empty, disabled onboarding", async () => {
  const { read } = await anOnboardingScene();
  const { body } = await read(asUser(ids.bob));
  const nothing = { guild_id: ids.guild, prompts: [], default_channel_ids: [] };
  expect(body).toEqual({ ...nothing, enabled: false, mode: 0 });
});

test("new prompts and options get IDs, and each prompt is logged", async () => {
  const { set, news, logged, stored } = await anOnboardingScene();
  const { status, body } = await set({
    prompts: [prompt],
    default_channel_ids: enough,
    enabled: true,
  });
  expect([status, body]).toMatchObject([
    200,
    {
      prompts: [
        {
          title: "What?",
          options: [
            { ...option, description: "", emoji: { id: null, name: null, animated: false } },
          ],
          single_select: false,
          required: false,
          in_onboarding: true,
          type: 0,
        },
      ],
      default_channel_ids: enough,
      enabled: true,
      mode: 0,
    },
  ]);
  const [made] = body.prompts;
  expect(made?.id).not.toBe("1");
  const features = [
    "COMMUNITY",
    "NEWS",
    "GUILD_ONBOARDING",
    "GUILD_ONBOARDING_EVER_ENABLED",
    "GUILD_ONBOARDING_HAS_PROMPTS",
  ];
  expect((await stored())?.features).toEqual(features);
  expect(await news()).toMatchObject([{ name: "GUILD_UPDATE", payload: { features } }]);
  expect(await logged()).toMatchObject([
    { action_type: 163, target_id: made?.id, user_id: ids.bot, reason: "why" },
    { action_type: 166, target_id: ids.guild },
  ]);
});

test("known prompts and options keep their IDs, and others are deleted", async () => {
  const { set, logged } = await anOnboardingScene();
  const second = { ...prompt, title: "Who?" };
  const { body } = await set({ prompts: [prompt, second] });
  const [existing, gone] = body.prompts;
  await logged();
  const more = { title: "Docks", channel_ids: [ids.voice] };
  const [first] = existing?.options ?? [];
  const options = [{ ...option, id: first?.id }, more];
  const changed = await set({ prompts: [{ id: existing?.id, title: "Where?", options }] });
  const [after] = changed.body.prompts;
  expect(after).toMatchObject({
    id: existing?.id,
    title: "Where?",
    options: [{ id: first?.id }, { title: "Docks" }],
  });
  expect(await logged()).toMatchObject([
    {
      action_type: 164,
      target_id: existing?.id,
      changes: [{ key: "title" }, { key: "options" }, { key: "in_onboarding" }],
    },
    { action_type: 165, target_id: gone?.id },
  ]);
});

test("omitted fields keep their values", async () => {
  const { set } = await anOnboardingScene();
  await set({ prompts: [prompt], default_channel_ids: enough });
  const { body } = await set({ mode: 1, prompts: null });
  expect([body.prompts.length, body.default_channel_ids, body.mode]).toEqual([1, enough, 1]);
});

test("onboarding requires seven default channels, five of which everyone can write in", async () => {
  const { set } = await anOnboardingScene();
  expect(codeOf(await set({ enabled: true }))).toBe(350000);
  expect(codeOf(await set({ enabled: true, default_channel_ids: open }))).toBe(350000);
  const quiet = [...open.slice(0, 4), silent, quieter, ids.hidden];
  expect(codeOf(await set({ enabled: true, default_channel_ids: quiet }))).toBe(350000);
  expect((await set({ enabled: true, default_channel_ids: enough })).status).toBe(200);
  expect(codeOf(await set({ default_channel_ids: open }))).toBe(350001);
  expect((await set({ enabled: false, default_channel_ids: open })).body.enabled).toBe(false);
});

test("the advanced mode also counts the channels of options", async () => {
  const { set } = await anOnboardingScene();
  const wish = { enabled: true, default_channel_ids: open, prompts: [prompt] };
  expect(codeOf(await set(wish))).toBe(350000);
  expect((await set({ ...wish, mode: 1 })).status).toBe(200);
});

test("onboarding requires a community", async () => {
  const { set } = await anOnboardingScene({});
  expect(codeOf(await set({ enabled: true, default_channel_ids: enough }))).toBe(350000);
});

test("options accept only known channels, and roles and emojis that they can use", async () => {
  const { set } = await anOnboardingScene();
  const withOption = (fields: object) =>
    set({ prompts: [{ ...prompt, options: [{ title: "A", ...fields }] }] });
  const unknown = "300000000000000099";
  expect(codeOf(await withOption({ channel_ids: [unknown] }))).toBe(10003);
  expect(codeOf(await set({ default_channel_ids: [unknown] }))).toBe(10003);
  expect(codeOf(await withOption({ role_ids: [unknown] }))).toBe(10011);
  expect(codeOf(await withOption({ role_ids: [ids.own] }))).toBe(50028);
  expect(codeOf(await withOption({ role_ids: [ids.guild] }))).toBe(50028);
  expect(codeOf(await withOption({ role_ids: [ids.high] }))).toBe(50013);
  expect(codeOf(await withOption({ emoji_id: unknown }))).toBe(10014);
  expect((await withOption({ emoji_name: "⛵" })).body.prompts[0]?.options[0]?.emoji).toEqual({
    id: null,
    name: "⛵",
    animated: false,
  });
});

test("editing onboarding requires MANAGE_GUILD and MANAGE_ROLES", async () => {
  const half = await anOnboardingScene(community, ["MANAGE_GUILD"]);
  expect(codeOf(await half.set({}))).toBe(50013);
  const { set, read } = await anOnboardingScene();
  expect(codeOf(await set({}, asUser(ids.carol)))).toBe(50001);
  expect(codeOf(await read(asUser(ids.carol)))).toBe(50001);
});

test("deleted channels and roles are removed from the prompts", async () => {
  const { call, set, read } = await anOnboardingScene(community, [
    ...granted,
    "CONNECT",
    "MANAGE_CHANNELS",
    "SEND_MESSAGES",
  ]);
  const options = [{ ...option, channel_ids: [ids.voice, silent] }];
  await set({ prompts: [{ ...prompt, options }], default_channel_ids: enough });
  for (const channel_id of [ids.voice, silent]) {
    const { status } = await call(deleteChannel, { as: asBot, params: { channel_id } });
    expect(status).toBe(200);
  }
  const role = { as: asBot, params: { ...inGuild, role_id: ids.low } };
  expect((await call(deleteRole, role)).status).toBe(204);
  const { body } = await read();
  expect(body.default_channel_ids).toEqual(open);
  expect(body.prompts[0]?.options[0]).toMatchObject({ role_ids: [], channel_ids: [] });
});
