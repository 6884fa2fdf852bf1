// Tests of a discord.js bot with the fixtures and matchers for vitest.
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  MessageFlags,
  type ClientOptions,
  type Interaction,
} from "discord.js";
import { describe, vi } from "vitest";
import { CannotDo } from "../client/errors.ts";
import { expect, test } from "./vitest.ts";
import { openTestWorld } from "../test-world.ts";
import { guild } from "../worlds/recipe.ts";

const commands = [
  { name: "ping", description: "Answers pong" },
  { name: "silent", description: "Answers nothing" },
  { name: "late", description: "Promises an answer that never comes" },
  { name: "minute", description: "Promises an answer, and gives it a minute later" },
  { name: "wrong", description: "Answers with what is refused" },
  { name: "broken", description: "Fails" },
  { name: "secret", description: "Answers the user alone, with buttons" },
  {
    name: "ban",
    description: "Bans",
    defaultMemberPermissions: 4n,
    options: [
      {
        type: ApplicationCommandOptionType.User,
        name: "user",
        description: "Whom",
        required: true,
      },
    ] as const,
  },
];

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isButton()) await interaction.reply("clicked");
  if (!interaction.isChatInputCommand()) return;
  const buttons = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId("go").setLabel("Go").setStyle(ButtonStyle.Primary),
    new ButtonBuilder()
      .setCustomId("no")
      .setLabel("No")
      .setStyle(ButtonStyle.Primary)
      .setDisabled(true),
  );
  switch (interaction.commandName) {
    case "ping":
      await interaction.reply("pong");
      break;
    case "late":
      await interaction.deferReply();
      break;
    case "minute":
      await interaction.deferReply();
      setTimeout(() => void interaction.editReply("done"), 60_000);
      break;
    case "wrong":
      await interaction.reply({ content: "" }).catch(() => undefined);
      break;
    case "broken":
      throw new Error("the bot broke");
    case "secret":
      await interaction.reply({
        content: "psst",
        flags: MessageFlags.Ephemeral,
        components: [buttons],
      });
      break;
    case "ban":
      await interaction.reply(`Banned ${interaction.options.getUser("user", true).username}`);
      break;
    default:
  }
}

function createBot(options: Partial<ClientOptions>): Client {
  const client = new Client({ intents: [], ...options });
  client.once(Events.ClientReady, (ready) => {
    void ready.application.commands.set(commands);
  });
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction).catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
  return client;
}

describe("users", () => {
  test("get replies", async ({ world }) => {
    await world.login(createBot(world.options("discord.js")));
    const reply = await world.user("alice").in("#general").run("/ping");
    expect(reply).toHaveReplied("pong");
    expect(reply).toHaveReplied(/^p/, { ephemeral: false });
    expect(reply.trace.transcript).toMatch(
      /✓ allowed at step \d+: .*\n.*→ Concierge {2}INTERACTION_CREATE/,
    );
    expect(reply).not.toHaveReplied("ping");
    expect(await world.user("bob").in("#general").sees()).toContainMessage({ content: "pong" });
  });
});

test("a command that a user may not use is denied with the step and the permission", async ({
  world,
}) => {
  await world.login(createBot(world.options("discord.js")));
  const bob = world.user("bob").in("#general");
  const denied = await bob.run("/ban user:@alice");
  expect(denied).toBeDenied({ by: "default_member_permissions", needs: "BAN_MEMBERS" });
  expect(() => expect(denied).toHaveReplied()).toThrow("denied at step 11");
  await world.command("Concierge", "/ban").allow({ role: "mods" });
  await world.member("bob").addRole("mods");
  expect(await bob.run("/ban user:@alice")).toHaveReplied("Banned alice");
  const instead = world.whatIf({ roles: { mods: { permissions: [] } } });
  expect(await instead.decision("bob", "/ban", "#general")).toBeAllowed();
  await world.member("bob").removeRole("mods");
  expect(await world.decision("bob", "/ban", "#general")).not.toBeAllowed();
});

test("an impossible action fails the test and does not reach the application", async ({
  world,
}) => {
  await world.login(createBot(world.options("discord.js")));
  const alice = world.user("alice").in("#general");
  const panel = await alice.run("/secret");
  expect(panel).toHaveReplied("psst", { ephemeral: true });
  await expect(world.user("bob").click(panel, "Go")).rejects.toThrow("bob cannot see this message");
  await expect(panel.click("No")).rejects.toThrow(CannotDo);
  await expect(alice.run("/pong")).rejects.toThrow("/pong; did you mean /ping");
  await expect(world.user("bob").in("#tickets").sees()).rejects.toThrow("bob cannot see #tickets");
  expect(() => world.user("alise")).toThrow('there is no user "alise"; did you mean alice');
  expect(await panel.click("Go")).toHaveReplied("clicked");
});

test("a silent application times out, and the failure shows the whole exchange", async ({
  world,
}) => {
  await world.login(createBot(world.options("discord.js")));
  const reply = await world.user("alice").in("#games").run("/silent");
  expect(reply).toHaveTimedOut();
  const failure = () => expect(reply).toHaveReplied(/claimed/);
  expect(failure).toThrow(
    /expected a reply matching \/claimed\/, and alice saw:\n.*alice {2}#games {2}\/silent/,
  );
  expect(failure).toThrow('✕ nobody answered in 3 s: "The application did not respond"');
  expect(reply.trace.url).toMatch(/^http:\S+\/console\/trace\/\d+\?w=\S+$/);
  // The message is read after the test, when the world and its pages are gone.
  expect(failure).not.toThrow("/console/");
  expect((await world.clock.now()).toISOString()).toBe("2026-01-01T00:00:03.000Z");
  const message = messageOf(failure);
  expect(message.split("\n").length).toBeLessThanOrEqual(40);
  const { botToken } = world.application("Concierge");
  for (const secret of [botToken, world.user("alice").token]) expect(message).not.toContain(secret);
});

test("a click finds the button on whichever message has it", async ({ world }) => {
  await world.login(createBot(world.options("discord.js")));
  const alice = world.user("alice").in("#general");
  const { message } = await alice.run("/secret");
  const components = [
    { type: 1, components: [{ type: 2, style: 1, label: "New", custom_id: "new" }] },
  ];
  await fetch(`${world.api}/v10/channels/${message?.channel_id}/messages`, {
    method: "POST",
    headers: {
      authorization: `Bot ${world.application("Concierge").botToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ content: "newer", components }),
  });
  expect(await alice.click("New")).toHaveReplied("clicked");
  expect(await alice.click("Go")).toHaveReplied("clicked");
  await expect(alice.click("Gone")).rejects.toThrow('there is no button "Gone"; did you mean New');
});

test("an action on an unknown lobby is refused", async ({ world }) => {
  const lobby = world.player("alice").lobby("123");
  for (const act of [() => lobby.send("x"), () => lobby.leave(), () => lobby.unlink()]) {
    await expect(act()).rejects.toThrow(new CannotDo('there is no lobby "123"'));
  }
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

test("the transcript contains a refused answer", async ({ world }) => {
  await world.login(createBot(world.options("discord.js")));
  const reply = await world.user("alice").in("#games").run("/wrong");
  expect(reply).toHaveTimedOut();
  expect(reply.trace.transcript).toContain("← Concierge  POST interactions.callback  400");
  expect(reply.trace.transcript.split("\n").length).toBeLessThan(40);
});

/** Runs an act in a world of its own, and finishes that as at the end of a test. */
async function endOf(
  run: Parameters<typeof openTestWorld>[1],
  act: (world: Awaited<ReturnType<typeof openTestWorld>>["world"]) => Promise<unknown>,
) {
  const opened = await openTestWorld("a test of its own", run);
  try {
    await opened.world.login(createBot(opened.world.options("discord.js")));
    await act(opened.world);
  } catch (error) {
    await opened.abandon();
    throw error;
  }
  return opened.finish();
}

const byAlice = (text: string) => (world: Awaited<ReturnType<typeof openTestWorld>>["world"]) =>
  world.user("alice").in("#general").run(text);

test("a test fails on unanswered interactions, application errors and unknown routes", async () => {
  // At once, since each waits for its application.
  await Promise.all([
    expect(endOf({}, byAlice("/silent"))).rejects.toThrow("nobody answered alice (timed_out)"),
    expect(endOf({}, byAlice("/late"))).rejects.toThrow("nobody answered alice (deferred)"),
    expect(endOf({}, byAlice("/broken"))).rejects.toThrow(
      "the application failed: Error: the bot broke",
    ),
    expect(endOf({}, (world) => fetch(`${world.api}/v10/nowhere`))).rejects.toThrow(
      "unknown route: GET /api/v10/nowhere",
    ),
    endOf({ strict: false }, byAlice("/silent")),
  ]);
});

test("the report of a test without user actions contains only the command to rerun it", async () => {
  const rerun = "npx vitest run idle.test.ts";
  const opened = await openTestWorld({ name: "idle", rerun });
  const { whole, failures } = await opened.abandon();
  // With `CI` or `ANTECHAMBER_TRACE` set, a line names the trace file.
  const lines = whole.split("\n").filter((line) => !line.startsWith("trace saved to "));
  expect([lines, failures]).toEqual([[`rerun: ${rerun}`], ""]);
});

test("the same test name yields the same IDs and tokens, another name different ones", async () => {
  const aliceOf = async (name: string) => {
    const opened = await openTestWorld(name);
    const { id, token } = opened.world.user("alice");
    await opened.finish();
    return [id, token];
  };
  const first = await aliceOf("one");
  expect(await aliceOf("one")).toEqual(first);
  expect(await aliceOf("two")).not.toEqual(first);
});

test("the same test yields the same IDs and the same view, byte for byte", async () => {
  const play = async () => {
    const opened = await openTestWorld("played twice");
    const { world } = opened;
    await world.login(createBot(world.options("discord.js")));
    const alice = world.user("alice").in("#general");
    await alice.message("hello");
    const reply = await alice.run("/ping");
    await world.clock.advance("1h");
    await (await alice.run("/secret")).click("Go");
    const { text, messages } = await alice.sees();
    await opened.finish();
    return { text, ids: messages.map(({ id }) => id), interaction: reply.interaction };
  };
  expect(await play()).toEqual(await play());
});

test("a fork is independent of its world, and rewind restores a snapshot", async ({ world }) => {
  const places = (of: typeof world) => of.user("alice").in("#general");
  await places(world).message("before");
  await world.snapshot("kept");
  const copy = await world.fork();
  await places(copy).message("there");
  await places(world).message("here");
  expect(await places(copy).sees()).toContainMessage("before");
  expect(await places(copy).sees()).not.toContainMessage("here");
  expect(await places(world).sees()).not.toContainMessage("there");
  await world.rewind("kept");
  expect(await places(world).sees()).not.toContainMessage("here");
  expect(await places(world).sees()).toContainMessage("before");
});

test("added entities exist at once, and added users can act", async ({ world }) => {
  const { id } = await world.add<{ id: string }>("users", { username: "carol" });
  await world.add("members", { guild: "Test Guild", user: "carol", roles: ["mods"] });
  expect(world.user("carol").id).toBe(id);
  await world.user("carol").in("#tickets").message("hello");
  expect(await world.user("mod").in("#tickets").sees()).toContainMessage({ content: /^hel/ });
});

test("a fork contains the users and applications that were added, with the same tokens", async ({
  world,
}) => {
  await world.add("users", { username: "carol" });
  await world.add("members", { guild: "Test Guild", user: "carol", roles: [] });
  const asking = [{ name: "quiz", description: "Asks" }];
  await world.add("applications", { name: "Quiz", owner: "carol", bot: {}, commands: asking });
  const copy = await (await world.fork()).fork();
  expect(copy.user("carol").token).toBe(world.user("carol").token);
  await copy.user("carol").in("#general").message("hello");
  for (const each of [world, copy]) {
    const { id, botToken } = each.application("Quiz");
    const headers = { authorization: `Bot ${botToken}` };
    const own = await fetch(`${each.api}/v10/applications/@me`, { headers });
    expect(await own.json()).toMatchObject({ id, name: "Quiz" });
    expect(Object.values(each.names())).toEqual(expect.arrayContaining(["carol", "Quiz"]));
  }
});

test("players join by a secret, send messages, link and leave, and users send files", async ({
  world,
}) => {
  const [alice, owner] = [world.player("alice"), world.player("owner")];
  const wish = { secret: "harbour", lobby_metadata: { map: "harbour" } };
  const lobby = await alice.join("Arena", wish);
  await owner.join("Arena", { secret: "harbour" });
  const listed = await world.findLobby({ metadata: { map: /harb/ }, members: 2 });
  expect(listed.id).toBe(lobby.id);
  await alice.lobby(lobby).send("gg", { metadata: { to: "all" } });
  await lobby.leave();
  await world.findLobby({ id: lobby.id, members: 1 });
  await expect(world.findLobby({ metadata: { map: "tower" } })).rejects.toThrow(
    'no lobby matches {"metadata":{"map":"tower"}}; there is [{"id"',
  );
  await expect(owner.lobby(lobby).link("#nowhere")).rejects.toThrow(
    'there is no channel "nowhere"',
  );
  await world
    .user("alice")
    .in("#general")
    .message("look", { files: { "a.txt": "hello" } });
  await expect(world.user("bob").in("#general")).toSee({
    content: "look",
    attachments: [{ filename: "a.txt", size: 5 }],
  });
});

test("an injected fault affects the application", async ({ world }) => {
  await world.login(createBot(world.options("discord.js")));
  const match = { route: "interactions.callback", count: 10 };
  await world.faults.add({ match, http: { status: 400 } });
  const reply = await world.user("alice").in("#general").run("/ping");
  expect(reply).toHaveTimedOut();
  expect(reply.trace.transcript).toMatch(
    /← Concierge {2}POST interactions\.callback {2}400\n +\S+ ms +✕ Injected fault: /,
  );
  world.errors.length = 0;
});

test("a deferred reply arrives after the application's own timer", async ({ world }) => {
  await world.login(createBot(world.options("discord.js")), { time: world.clock });
  const reply = await world.user("alice").in("#general").run("/minute");
  expect(reply).toHaveReplied("done");
  expect(reply.deferred).toBe(true);
});

test("the rate limits can change during a test", async ({ world }) => {
  const { botToken } = world.application("Arena");
  const open = () =>
    fetch(`${world.api}/v10/lobbies`, {
      method: "POST",
      headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
      body: "{}",
    });
  expect(await open()).not.toBeLimited();
  await world.limits.use("unapproved");
  for (let opened = 0; opened < 100; opened += 1) {
    if (opened === 50) await world.clock.advance("1s");
    expect((await open()).status).toBe(201);
  }
  await world.clock.advance("1s");
  expect(await open()).toBeLimited({ retryAfter: 7198 });
  await world.limits.use("off");
  expect(await open()).not.toBeLimited();
});

test("a worker that accepts any signature is detected", async ({ world }) => {
  const served = await world.serve("Concierge", () => Response.json({ type: 1 }));
  expect(served.probes).toEqual({ ping: "refused", wrongSignature: 200 });
});

describe("the initial world set by another file in the same process", () => {
  const state = expect.getState();
  const elsewhere = vi.spyOn(expect, "getState");
  elsewhere.mockReturnValue({ ...state, testPath: "/elsewhere.test.ts" });
  test.use({ world: { guilds: [guild("Elsewhere", { channels: ["#elsewhere"] })] } });
  elsewhere.mockRestore();

  test("is not used in this file", async ({ world }) => {
    const sent = await world.user("alice").in("#general").message("hello");
    expect(sent.content).toBe("hello");
  });
});

test("an error that an application throws in its own timer fails the test", async () => {
  const opened = await openTestWorld("a timer that throws");
  setTimeout(() => {
    throw new Error("the timer broke");
  }, 0);
  await expect.poll(() => opened.world.errors).toHaveLength(1);
  await expect(opened.finish()).rejects.toThrow("the application failed: Error: the timer broke");
});

describe("an action without await", () => {
  test("is awaited by the end, and fails the test if nobody answers", async () => {
    const opened = await openTestWorld("an act that nobody awaits");
    await opened.world.login(createBot(opened.world.options("discord.js")));
    void opened.world.user("alice").in("#general").run("/silent");
    await expect(opened.finish()).rejects.toThrow("nobody answered alice (timed_out)");
  });

  test("fails its own test when it is an expectation", async () => {
    const opened = await openTestWorld("an expectation that nobody awaits");
    const alice = await opened.world.player("alice").connect("Arena");
    void expect(alice).toHear("LOBBY_CREATE");
    await expect(opened.finish()).rejects.toThrow("expected alice to receive LOBBY_CREATE");
  });

  test("ends before a failed test ends, and is part of its story", async () => {
    const opened = await openTestWorld("an act that nobody awaits in a test that fails");
    await opened.world.login(createBot(opened.world.options("discord.js")));
    void opened.world.user("alice").in("#general").run("/ping");
    const { whole } = await opened.abandon();
    expect(whole).toContain("= Concierge: pong");
  });

  test("points at the line of an unanswered act", async () => {
    const opened = await openTestWorld("an act that nobody answers, and its line");
    await opened.world.login(createBot(opened.world.options("discord.js")));
    void opened.world.user("alice").in("#general").run("/silent");
    const fault = await opened.finish().catch((error: Error) => error);
    expect((fault as Error).stack).toMatch(/^TestFault: nobody answered[^]*vitest\.test\.ts:\d+/);
    expect(fault).not.toHaveProperty("cause");
  });

  test("may be an expected message, whose absence fails the test", async () => {
    const opened = await openTestWorld("a look that nobody awaits");
    void expect(opened.world.user("alice").in("#general")).toSee("hello");
    await expect(opened.finish()).rejects.toThrow(
      'what the test did without await failed: Error: expected to see a message "hello"',
    );
  });

  test("is awaited, whether an act of a player or a change of the world", async ({ world }) => {
    const ended: string[] = [];
    const note = (what: string) => () => void ended.push(what);
    const alice = world.player("alice");
    void world.add("users", { username: "dave" }).then(note("user"));
    void world.addGuild().then(note("guild"));
    void world.member("bob").edit({ nick: "Bobby" }).then(note("member"));
    void world.member("bob").addRole("@mods").then(note("role"));
    void world.member("mod").leave().then(note("leaving"));
    void alice.connect("Arena").then(note("session"));
    void alice.join("Arena", { secret: "harbour" }).then(note("lobby"));
    await world.actsEnded();
    expect(ended.toSorted()).toEqual([
      "guild",
      "leaving",
      "lobby",
      "member",
      "role",
      "session",
      "user",
    ]);
  });

  test.for([
    () => Promise.reject(new CannotDo("there is no button")),
    async () => expect("ping").toBe("pong"),
    async () => expect({ status: 200 }).toBeLimited(),
  ])("is not reported as a failure of the application", async (act) => {
    const opened = await openTestWorld("an act that fails and that nobody awaits");
    await act().catch((error: unknown) => opened.world.errors.push(error));
    await expect(opened.finish()).rejects.toThrow(/^what the test did without await failed: /);
  });
});
