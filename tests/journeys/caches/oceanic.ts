// The cache of oceanic.js for a guild: of a client that was connected throughout, and of a new one.
import { Client, type Guild, type Message } from "oceanic.js";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import type { Listener } from "./listener.ts";
import type { Ears } from "./stage.ts";
import { Album, type Picture } from "./picture.ts";

const MESSAGES_MAX = 100;

async function aClient(url: string, { token }: Ears): Promise<Client> {
  const client = new Client({
    auth: `Bot ${token}`,
    rest: { baseURL: `${url}/api/v10` },
    gateway: {
      intents: ["ALL"],
      override: { appendQuery: true },
      guildCreateTimeout: 60_000,
      autoReconnect: false,
    },
    collectionLimits: { messages: 1000 },
  });
  const ready = Promise.withResolvers<void>();
  client.once("ready", () => ready.resolve());
  client.on("error", (error) => ready.reject(error));
  await client.connect();
  await ready.promise;
  await client.shards.get(0)?.requestGuildMembers(demo.guildId);
  return client;
}

function guildOf(client: Client): Guild {
  const guild = client.guilds.get(demo.guildId);
  if (guild === undefined) throw new Error("the guild is not there");
  return guild;
}

function textChannelsOf(client: Client) {
  const guild = guildOf(client);
  const all = [...guild.channels.values(), ...guild.threads.values()];
  return all.filter((channel) => "messages" in channel);
}

/** The text channels that the bot can read. */
function readableOf(client: Client) {
  const all = textChannelsOf(client);
  return all.filter((channel) => channel.permissionsOf(client.user.id).has("VIEW_CHANNEL"));
}

function pictureOf(client: Client): Picture {
  const album = new Album(/^(_shard|_cached\w+|_clientMember|_rest|auditLogEntries)$/);
  const guild = guildOf(client);
  for (const thread of guild.threads.values()) {
    thread.members.sort((a, b) => (a.userID < b.userID ? -1 : 1));
  }
  album.add("Guild", new Map([[guild.id, guild]]));
  album.add("User", client.users);
  album.add("Channel", guild.channels);
  album.add("Channel", guild.threads);
  album.add("Role", guild.roles);
  album.add("Member", guild.members);
  album.add("Emoji", guild.emojis);
  album.add("VoiceState", guild.voiceStates);
  album.add("ScheduledEvent", guild.scheduledEvents);
  album.add("StageInstance", guild.stageInstances);
  album.add("Integration", guild.integrations);
  for (const { id, messages } of textChannelsOf(client)) {
    const all = [...(messages as ReadonlyMap<string, Message>)];
    album.add("Message", new Map(all.filter(([, { channelID }]) => channelID === id)));
    // Messages of other channels that a reply or a thread's starter message contains.
    album.add("Quoted", new Map(all.filter(([, { channelID }]) => channelID !== id)));
  }
  return album.picture();
}

async function askForEverything(client: Client): Promise<void> {
  const { channels, guilds } = client.rest;
  await guilds.get(demo.guildId);
  await guilds.getChannels(demo.guildId);
  await guilds.getActiveThreads(demo.guildId);
  await guilds.getRoles(demo.guildId);
  await guilds.getMembers(demo.guildId, { limit: 1000 });
  await guilds.getEmojis(demo.guildId);
  await guilds.getScheduledEvents(demo.guildId);
  for (const channel of readableOf(client)) await channels.get(channel.id);
}

export async function listenByOceanic(url: string, ears: Ears): Promise<Listener> {
  const client = await aClient(url, ears);
  return {
    library: "oceanic.js",
    ears,
    hears: (content) =>
      new Promise((resolve) => {
        client.on("messageCreate", (message) => {
          if (message.content === content) resolve();
        });
      }),
    readCache: () => Promise.resolve(pictureOf(client)),
    async readFresh() {
      const fresh = await aClient(url, ears);
      try {
        for (const channel of readableOf(fresh)) {
          await channel.getMessages({ limit: MESSAGES_MAX });
        }
        await fresh.rest.guilds.getScheduledEvents(demo.guildId);
        if (ears.isAdministrator) await fresh.rest.guilds.getAutoModerationRules(demo.guildId);
        // The library ignores the sounds in GUILD_CREATE.
        await fresh.rest.guilds.getSoundboardSounds(demo.guildId);
        for (const thread of guildOf(fresh).threads.values()) {
          thread.members = await fresh.rest.channels.getThreadMembers(thread.id);
        }
        const gateway = pictureOf(fresh);
        await askForEverything(fresh);
        return { gateway, rest: pictureOf(fresh) };
      } finally {
        fresh.disconnect(false);
      }
    },
    stop: () => Promise.resolve(client.disconnect(false)),
  };
}
