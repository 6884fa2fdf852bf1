// Settings of a guild as an unmodified discord.js bot reads and changes them, over real sockets.
import {
  Client,
  DiscordAPIError,
  Events,
  GatewayIntentBits,
  GuildFeature,
  GuildOnboardingMode,
  GuildOnboardingPromptType,
  GuildVerificationLevel,
  GuildWidgetStyle,
  Routes,
  type Guild,
} from "discord.js";
import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import { aPicture } from "../../packages/server/src/testing/calls/guild-calls.ts";
import { anOgg } from "../../packages/server/src/testing/files/sound-files.ts";
import { aService, demo } from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const rooms = Array.from({ length: 6 }, (_, i) => ({
  id: `30000000000000006${i}`,
  name: `room-${i}`,
}));
const [demoGuild] = demoWorld.guilds ?? [];
const world = {
  ...demoWorld,
  guilds: [
    {
      ...demoGuild,
      channels: [...(demoGuild?.channels ?? []), ...rooms],
      vanity_url_code: "harbor",
      vanity_url_uses: 3,
    },
  ],
};

/** A bot that is an administrator of its guild. */
async function aBotsGuild(): Promise<{ client: Client<true>; guild: Guild }> {
  const service = await aService({ world, limits: "off" });
  cleanups.push(() => service.stop());
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  const online = await loggedIn(client, demo.botToken);
  const guild = online.guilds.cache.get(demo.guildId);
  if (guild === undefined) throw new Error("the bot does not know its guild");
  return { client: online, guild };
}

test("a guild's fields are changed, and the client's cache is updated", async () => {
  const { client, guild } = await aBotsGuild();
  const updated = new Promise<Guild>((resolve) =>
    client.once(Events.GuildUpdate, (_before, after) => resolve(after)),
  );
  await guild.edit({
    name: "Harbor",
    description: "Ships",
    verificationLevel: GuildVerificationLevel.Medium,
    systemChannel: demo.generalId,
    afkChannel: demo.voiceId,
    afkTimeout: 900,
    reason: "a new name",
  });
  const after = await updated;
  expect([after.name, after.verificationLevel, after.afkTimeout]).toEqual(["Harbor", 2, 900]);
  expect(client.guilds.cache.get(demo.guildId)?.systemChannelId).toBe(demo.generalId);
});

test("a community has a welcome screen and onboarding questions", async () => {
  const { guild } = await aBotsGuild();
  await guild.edit({
    features: [GuildFeature.Community],
    rulesChannel: demo.generalId,
    publicUpdatesChannel: demo.generalId,
  });
  expect(guild.features).toContain(GuildFeature.Community);
  const screen = await guild.editWelcomeScreen({
    enabled: true,
    description: "Ahoy",
    welcomeChannels: [{ channel: demo.generalId, description: "Talk", emoji: "👋" }],
  });
  expect(screen.welcomeChannels.get(demo.generalId)?.emoji.name).toBe("👋");
  // The library checks the features in its cache, which the event updates.
  await expect.poll(async () => (await guild.fetchWelcomeScreen()).enabled).toBe(true);
  const onboarding = await guild.editOnboarding({
    defaultChannels: [demo.generalId, ...rooms.map(({ id }) => id)],
    enabled: true,
    mode: GuildOnboardingMode.OnboardingDefault,
    prompts: [
      {
        title: "What brings you here?",
        type: GuildOnboardingPromptType.MultipleChoice,
        options: [{ title: "Ships", channels: [demo.generalId], emoji: "⛵" }],
      },
    ],
  });
  expect([onboarding.enabled, onboarding.defaultChannels.size]).toEqual([true, 7]);
  const [prompt] = (await guild.fetchOnboarding()).prompts.values();
  const [option] = prompt?.options.values() ?? [];
  expect([prompt?.title, option?.title, option?.emoji?.name]).toEqual([
    "What brings you here?",
    "Ships",
    "⛵",
  ]);
});

test("a guild's widget, preview and vanity URL are read, and its template is synced", async () => {
  const { client, guild } = await aBotsGuild();
  await expect(client.fetchGuildWidget(demo.guildId)).rejects.toBeInstanceOf(DiscordAPIError);
  await guild.setWidgetSettings({ enabled: true, channel: demo.generalId });
  const widget = await client.fetchGuildWidget(demo.guildId);
  expect([widget.presenceCount, widget.members.first()?.username]).toEqual([1, "Concierge"]);
  expect(widget.instantInvite).toContain("/invite/");
  const picture = await client.rest.get(Routes.guildWidgetImage(demo.guildId), {
    query: new URLSearchParams({ style: GuildWidgetStyle.Banner2 }),
  });
  expect(
    Buffer.from(picture as ArrayBuffer)
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  const preview = await client.fetchGuildPreview(demo.guildId);
  expect([preview.approximateMemberCount, preview.approximatePresenceCount]).toEqual([3, 1]);
  const template = await guild.createTemplate("Harbors", "Ships");
  await guild.setName("Port");
  const known = await client.fetchGuildTemplate(template.code);
  expect([known.unSynced, known.serializedGuild.name]).toEqual([true, "Test Guild"]);
  const synced = await template.sync();
  expect([synced.unSynced, synced.serializedGuild.name]).toEqual([false, "Port"]);
  expect((await guild.fetchTemplates()).size).toBe(1);
  await template.delete();
  const uses = await client.rest.get(Routes.guildVanityUrl(demo.guildId));
  expect(uses).toEqual({ code: "harbor", uses: 3 });
  expect((await client.fetchInvite("harbor")).guild?.id).toBe(demo.guildId);
});

test("image and sound files are accepted as the library sends them", async () => {
  const { guild } = await aBotsGuild();
  const fileOf = (kind: "png" | "gif") => Buffer.from(aPicture(kind).split(",")[1] ?? "", "base64");
  const attachment = fileOf("png");
  await guild.setIcon(attachment);
  await expect.poll(() => guild.icon).toMatch(/^[0-9a-f]{32}$/);
  const still = await guild.emojis.create({ name: "still", attachment });
  const moving = await guild.emojis.create({ name: "moving", attachment: fileOf("gif") });
  expect([still.animated, moving.animated]).toEqual([false, true]);
  const sound = await guild.soundboardSounds.create({ name: "horn", file: anOgg(200) });
  expect(sound.name).toBe("horn");
});
