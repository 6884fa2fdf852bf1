// Failures about messages that no bot could read.
import { Client, type ClientOptions } from "discord.js";
import { describe } from "vitest";
import { expect, test } from "../runners/vitest.ts";

type Intents = ClientOptions["intents"];

describe("a failure for an unanswered message", () => {
  test.for<readonly [string, Intents, string, string]>([
    ["a guild", ["Guilds"], "#general", "lacks the intents GUILD_MESSAGES and MESSAGE_CONTENT"],
    ["a guild", ["Guilds", "GuildMessages"], "#general", "lacks the intents MESSAGE_CONTENT"],
    ["a direct message", ["Guilds"], "@Concierge", "lacks the intents DIRECT_MESSAGES"],
  ])("names the intents that its bot lacks, in %s with %j", async (row, { world }) => {
    const [, intents, where, note] = row;
    await world.login(new Client({ intents, ...world.options("discord.js") }));
    const alice = world.user("alice");
    const place = where.startsWith("@") ? alice.dm(where) : alice.in(where);
    await place.message("!ping");
    await expect(place.find("Pong!")).rejects.toThrow(`the client of Concierge ${note}`);
  });

  test("says that no bot is signed in", async ({ world }) => {
    const alice = world.user("alice").in("#general");
    await alice.message("!ping");
    await expect(expect(alice).toSee("Pong!")).rejects.toThrow("no bot is signed in");
  });

  test.for<readonly [string, Intents]>([
    ["has them", ["Guilds", "GuildMessages", "MessageContent"]],
    ["has answered", ["Guilds", "GuildMessages"]],
  ])("does not mention intents when its bot %s", async ([what, intents], { world }) => {
    const bot = new Client({ intents, ...world.options("discord.js") });
    bot.on("messageCreate", (message) => {
      if (what === "has answered" && !message.author.bot) void message.reply("Pung!");
    });
    await world.login(bot);
    const alice = world.user("alice").in("#general");
    await alice.message("!ping");
    await expect(alice.find("Pong!")).rejects.not.toThrow("intents");
  });
});
