// The cache of discord.js for a guild: of a client that was connected throughout, and of a new one.
import { Client, Events, IntentsBitField, Partials, type TextBasedChannel } from "discord.js";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import { Album, type Picture } from "./picture.ts";
import type { Listener } from "./listener.ts";
import type { Ears } from "./stage.ts";
import { loggedIn } from "../logged-in.ts";

const every = Object.values(IntentsBitField.Flags).filter((flag) => typeof flag === "number");

async function aClient(url: string, { token }: Ears): Promise<Client<true>> {
  const client = new Client({
    intents: every,
    partials: [Partials.GuildMember],
    rest: { api: `${url}/api` },
  });
  const itself = await loggedIn(client, token);
  await guildOf(itself).members.fetch();
  return itself;
}

function guildOf(client: Client<true>) {
  const guild = client.guilds.cache.get(demo.guildId);
  if (guild === undefined) throw new Error("the guild is not there");
  return guild;
}

const textChannelsOf = (client: Client<true>): readonly TextBasedChannel[] =>
  [...guildOf(client).channels.cache.values()].filter((channel) => channel.isTextBased());

/** The text channels that the bot can read. */
const readableOf = (client: Client<true>): readonly TextBasedChannel[] =>
  textChannelsOf(client).filter((channel) => !("viewable" in channel) || channel.viewable);

/** Everything that the client caches about the guild. */
function pictureOf(client: Client<true>): Picture {
  const album = new Album();
  const guild = guildOf(client);
  album.add("Guild", new Map([[guild.id, guild]]));
  album.add("User", client.users.cache);
  album.add("Channel", guild.channels.cache);
  album.add("Role", guild.roles.cache);
  album.add("Member", guild.members.cache);
  album.add("Emoji", guild.emojis.cache);
  album.add("Presence", guild.presences.cache);
  album.add("VoiceState", guild.voiceStates.cache);
  album.add("ScheduledEvent", guild.scheduledEvents.cache);
  album.add("StageInstance", guild.stageInstances.cache);
  album.add("Sticker", guild.stickers.cache);
  album.add("Sound", guild.soundboardSounds.cache);
  album.add("Rule", guild.autoModerationRules.cache);
  for (const { id, messages } of textChannelsOf(client)) {
    album.add(
      "Message",
      messages.cache.filter(({ channelId }) => channelId === id),
    );
    // Messages of other channels that a reply or a thread's starter message contains.
    album.add(
      "Quoted",
      messages.cache.filter(({ channelId }) => channelId !== id),
    );
  }
  return album.picture();
}

/** Requests what no event brings to a new client. */
async function askForTheRest(client: Client<true>, { isAdministrator }: Ears): Promise<void> {
  if (isAdministrator) {
    await guildOf(client).bans.fetch();
    await guildOf(client).invites.fetch();
    await guildOf(client).autoModerationRules.fetch();
  }
  for (const channel of readableOf(client)) {
    await channel.messages.fetch({ limit: 100 });
    if (channel.isThread()) await channel.members.fetch();
  }
}

/** Fetches everything from REST in place of what the gateway sent. */
async function askForEverything(client: Client<true>): Promise<void> {
  const guild = guildOf(client);
  await client.guilds.fetch({ guild: guild.id, withCounts: false, force: true });
  await guild.channels.fetch();
  await guild.channels.fetchActiveThreads();
  await guild.roles.fetch();
  await guild.members.list({ limit: 1000 });
  await guild.emojis.fetch();
  await guild.stickers.fetch();
  await guild.soundboardSounds.fetch();
  await guild.scheduledEvents.fetch({ withUserCount: false });
}

export async function listenByDiscordJs(url: string, ears: Ears): Promise<Listener> {
  const client = await aClient(url, ears);
  return {
    library: "discord.js",
    ears,
    hears: (content) =>
      new Promise((resolve) => {
        client.on(Events.MessageCreate, (message) => {
          if (message.content === content) resolve();
        });
      }),
    readCache: () => Promise.resolve(pictureOf(client)),
    async readFresh() {
      const fresh = await aClient(url, ears);
      try {
        await askForTheRest(fresh, ears);
        const gateway = pictureOf(fresh);
        await askForEverything(fresh);
        return { gateway, rest: pictureOf(fresh) };
      } finally {
        await fresh.destroy();
      }
    },
    stop: () => client.destroy(),
  };
}
