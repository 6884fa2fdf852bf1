// A bot that plays, as it is written for the platform: twenty frames of silence, then it leaves.
import { Readable } from "node:stream";
import {
  AudioPlayerStatus,
  createAudioPlayer,
  createAudioResource,
  entersState,
  joinVoiceChannel,
  StreamType,
  VoiceConnectionStatus,
} from "@discordjs/voice";
import { Client, Events, GatewayIntentBits } from "discord.js";

const FRAMES = 20;
const silence = Buffer.from([0xf8, 0xff, 0xfe]);

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
});
client.once(Events.ClientReady, async () => {
  const channel = client.channels.cache.find(({ name }) => name === "voice");
  const connection = joinVoiceChannel({
    channelId: channel.id,
    guildId: channel.guild.id,
    adapterCreator: channel.guild.voiceAdapterCreator,
  });
  await entersState(connection, VoiceConnectionStatus.Ready, 20_000);
  console.log("in voice");
  const player = createAudioPlayer();
  connection.subscribe(player);
  const packets = Readable.from(Array.from({ length: FRAMES }, () => silence));
  player.play(createAudioResource(packets, { inputType: StreamType.Opus }));
  await entersState(player, AudioPlayerStatus.Playing, 20_000);
  await entersState(player, AudioPlayerStatus.Idle, 20_000);
  connection.destroy();
  console.log("played");
});
await client.login();
