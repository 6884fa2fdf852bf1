// Tests that share a world, each with its own guild, and a bot that stays signed in.
import { Client, Events, type ClientOptions } from "discord.js";
import { describe } from "vitest";
import { SharedWorld } from "../test-world.ts";
import { expect, test } from "./vitest.ts";
import { guild as recipe } from "../worlds/recipe.ts";

const logins: string[] = [];

function createBot(options: Partial<ClientOptions>): Client {
  const client = new Client({ intents: ["Guilds"], ...options });
  client.once(Events.ClientReady, (ready) => {
    logins.push(ready.user.username);
    void ready.application.commands.set([
      { name: "where", description: "Says where it is" },
      { name: "silent", description: "Answers nothing" },
      { name: "kick", description: "For those who may", defaultMemberPermissions: 2n },
    ]);
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand() || interaction.commandName === "silent") return;
    const known = client.guilds.cache.get(interaction.guildId ?? "");
    void interaction.reply(`in ${known?.name ?? "a guild that I do not know"}`);
  });
  return client;
}

describe("a guild of a shared world", () => {
  const names: string[] = [];
  test.use({ prepare: (world) => world.login(createBot(world.options("discord.js"))) });

  test.for([1, 2, 3])(
    "is known to the bot before its first command: test %d",
    async (_, { guild }) => {
      names.push(guild.name);
      const reply = await guild.user("alice").in("#general").run("/where");
      expect(reply).toHaveReplied(`in ${guild.name}`);
      expect(await guild.user("bob").in("#general").sees()).toContainMessage(reply.text);
      expect((await guild.user("bob").in("#general").sees()).messages).toHaveLength(1);
    },
  );

  test("is deleted with its test, while the bot signs in only once", async ({ guild }) => {
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
    expect(logins).toEqual(["Concierge"]);
    const { items } = await guild.world.control.call<{ items: { name: string }[] }>("GET /guilds");
    expect(items.map(({ name }) => name)).toEqual(["Test Guild", guild.name]);
  });

  test("has its own members, roles, permission entries and channels", async ({ guild }) => {
    const bob = guild.user("bob").in("#games");
    expect(await bob.run("/kick")).toBeDenied({ needs: "KICK_MEMBERS" });
    await guild.member("bob").addRole("mods");
    expect(await bob.run("/kick")).toHaveReplied(/^in /);
    await guild.member("bob").removeRole("mods");
    expect(await guild.decision("bob", "/kick", "#games")).not.toBeAllowed();
    await guild.command("Concierge", "/kick").allow({ user: "bob" });
    expect(await guild.decision("bob", "/kick", "#games")).toBeAllowed();
    await guild.add("channels", { name: "den", type: 0 });
    expect(await guild.user("alice").in("#den").run("/where")).toHaveReplied();
    expect(await guild.world.decision("bob", "/kick", guild.channel("#den"))).toBeAllowed();
  });

  test("can have several channels of one name, which are addressed by ID", async ({ guild }) => {
    const [one, other] = await Promise.all(
      [0, 2].map((type) => guild.add<{ id: string }>("channels", { name: "twin", type })),
    );
    const several = /^several are named "#twin": \d+, \d+; use the id$/;
    expect(() => guild.channel("#twin")).toThrow(several);
    expect(guild.channel(one?.id ?? "")).toBe(one?.id);
    expect(guild.channel("#general")).not.toBe(other?.id);
    const lobby = await guild.world.player("alice").join("Arena", { secret: "twins" });
    await expect(lobby.link("#twin")).rejects.toThrow(`several are named "twin": `);
  });

  test("starts without the replies of earlier tests", ({ guild }) => {
    expect(guild.world.replies).toEqual([]);
  });
});

describe("a guild with its own recipe", () => {
  test.use({ guild: recipe("Pub", { channels: ["#bar"], members: { alice: [] } }) });

  test("has the members and channels of the recipe", async ({ guild }) => {
    await guild.user("alice").in("#bar").message("hello");
    expect(guild.name).toMatch(/^Pub/);
    await expect(guild.user("bob").in("#bar").message("hello")).rejects.toThrow(
      "bob cannot write in #bar",
    );
  });
});

test("an error in one guild fails only its own test", async () => {
  const shared = new SharedWorld("a file of its own", {
    prepare: (world) => world.login(createBot(world.options("discord.js"))),
  });
  const silent = await shared.openGuild({ name: "silent" });
  await silent.guild.user("alice").in("#general").run("/silent");
  await fetch(`${silent.guild.world.api}/v10/nowhere`);
  const next = await shared.openGuild({ name: "next" });
  const fault = silent.finish();
  await expect(fault).rejects.toThrow("nobody answered alice (timed_out)");
  await expect(fault).rejects.toThrow("unknown route: GET /api/v10/nowhere");
  await next.guild.user("alice").in("#general").run("/where");
  await next.finish();
  await shared.close();
});

test("concurrent tests in a shared world have separate failure reports", async () => {
  const shared = new SharedWorld("a file whose tests run at once", {
    prepare: (world) => world.login(createBot(world.options("discord.js"))),
  });
  const one = await shared.openGuild({ name: "one", rerun: "run one" });
  const other = await shared.openGuild({ name: "other", rerun: "run other" });
  const reply = await one.guild.user("alice").in("#general").run("/where");
  expect(() => expect(reply).toHaveReplied("elsewhere")).toThrow(/rerun: run one$/);
  const story = await one.abandon();
  expect(story.whole).toMatch(/rerun: run one$/);
  expect(story.whole).not.toContain("run other");
  await other.finish();
  await shared.close();
});

test("an action on the shared world itself belongs to every running test", async () => {
  const shared = new SharedWorld("a file that acts in its world", {
    prepare: (world) => world.login(createBot(world.options("discord.js"))),
  });
  const one = await shared.openGuild({ name: "one", rerun: "run one" });
  const { world } = one.guild;
  const failureOf = async ({ guild } = one) => {
    const reply = await world.user("alice").in(guild.channel("#general")).run("/where");
    return () => expect(reply).toHaveReplied("elsewhere");
  };
  expect(await failureOf()).toThrow(/rerun: run one$/);
  const other = await shared.openGuild({ name: "other", rerun: "run other" });
  expect(await failureOf()).toThrow(/rerun: run one\n(trace saved to .*\n)?rerun: run other$/);
  await one.finish();
  const failure = await failureOf(other);
  expect(failure).toThrow(/rerun: run other$/);
  expect(failure).not.toThrow("run one");
  await other.finish();
  await shared.close();
});

test("a shared world whose preparation fails is closed and reopened for the next test", async ({
  world,
}) => {
  const events: string[] = [];
  const client = {
    login: async () => void events.push("in"),
    isReady: () => true,
    destroy: () => void events.push("out"),
  };
  const names: string[] = [];
  const shared = new SharedWorld("a file with a bot that fails once", {
    async prepare(prepared) {
      names.push(prepared.name);
      await prepared.login(client);
      if (names.length === 1) throw new Error("out of luck");
    },
  });
  await expect(shared.openGuild({ name: "first" })).rejects.toThrow("out of luck");
  expect(events).toEqual(["in", "out"]);
  const first = world.control.call(`GET /worlds/${names[0] ?? ""}`);
  await expect(first).rejects.toMatchObject({ status: 404 });
  const second = await shared.openGuild({ name: "second" });
  await second.finish();
  await shared.close();
  expect(events).toEqual(["in", "out", "in", "out"]);
});
