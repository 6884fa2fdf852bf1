// Recorded sessions become tests, which pass as written, and fail when the application responds
// differently: unmodified bots and an HTTP application, the real runners, over real sockets.
import { defaultWorld, type World } from "antechamber/testing";
import { afterEach, expect, test } from "vitest";
import application from "./recorded/app.ts";
import { createBot } from "./recorded/bot.ts";
import {
  aProject,
  formatted,
  jestResults,
  nodeResults,
  onlyPassing,
  pytestResults,
  recorded,
  vitestResults,
  type Change,
  type Project,
} from "./recorded/project.ts";
import { startPythonBot } from "./recorded/python-bot.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function aProjectOf(...modules: readonly string[]): Project {
  const project = aProject(...modules);
  cleanups.push(() => project.remove());
  return project;
}

/** Adds a role that users get, and gives the application the permission to manage it. */
async function addPlayers(world: World): Promise<void> {
  const guild = "Test Guild";
  await world.add("roles", { guild, name: "players" });
  const { id } = await world.add<{ id: string }>("roles", {
    guild,
    name: "managers",
    permissions: ["MANAGE_ROLES", "ADD_REACTIONS"],
  });
  const bot = `/members/${encodeURIComponent(guild)}/${world.application("Concierge").id}`;
  const { roles = [] } = await world.control.call<{ roles?: string[] }>(`GET ${bot}`);
  await world.control.call(`PATCH ${bot}`, { body: { roles: [...roles, id] } });
}

async function playWithBot(world: World, begin: () => Promise<void>): Promise<void> {
  await addPlayers(world);
  await world.login(createBot(world.options("discord.js")));
  await begin();
  const alice = world.user("alice").in("#support");
  const panel = await alice.run("/ticket open");
  const form = await panel.click("Write");
  await form.submit({ Subject: 'A "lost" key' });
  await panel.select("What kind?", "Found");
  await alice.autocomplete("/play song:wa");
  await alice.run("/play song:waterloo for:@bob");
  await alice.run("/slow");
  await world.settled();
  await world.user("bob").in("#support").run("/ban");
  const [ticket] = (await world.user("mod").in("#tickets").sees()).messages;
  if (ticket !== undefined) await world.user("mod").react(ticket, "👍");
  const hello = await alice.message("!hello");
  await world.settled();
  await world.user("bob").in("#support").runOn(hello, "Report");
  await alice.message("!join");
  await world.settled();
  await world.member("bob").addRole("mods");
  await world.clock.advance("15m");
  (await alice.run("/silent")).expect();
}

const botChanges: readonly Change[] = [
  ['"What is the matter?"', '"What is it?"'],
  ['.setLabel("Write")', '.setLabel("Draw")'],
  ['setLabel("Subject")', 'setLabel("Title")'],
  ['"Thank you"', '"Thanks"'],
  ["By ${", "From ${"],
  ["Of the kind", "A kind of"],
  ['name: "Waterloo"', 'name: "SOS"'],
  ["`Playing ", "`Now playing "],
  ["Done at", "Ready at"],
  ["And one for you", "And one for all"],
  ["`Hello ", "`Good day "],
  ["`Reported ", "`Noted "],
  ['.react("✅")', '.react("👍")'],
  ['name === "players"', 'name === "player"'],
  ["defaultMemberPermissions: 4n", "dmPermission: false"],
  ["default:\n      return undefined", 'default:\n      return interaction.reply("Well")'],
  ['case "slow":', 'case "slower":'],
];

test("a session with a bot is recorded as a vitest test that checks every reply", async () => {
  const project = aProjectOf("bot.ts");
  const ran = await recorded(["ticket", "--dir", project.folder, "--json"], {}, playWithBot);
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.out)).toEqual({
    test: `${project.folder}/ticket.test.ts`,
    world: `${project.folder}/ticket.world.json`,
  });
  const written = project.text("ticket.test.ts");
  expect(formatted(written)).toBe(written);
  expect(written).toContain('await world.user("mod").react(message, "👍");');
  // The test contains no value that differs in another run.
  expect(written.match(/\d{15,}|sha256|token/g)).toBeNull();
  project.change("ticket.test.ts", "bot.ts", botChanges);
  const results = await vitestResults(project);
  expect(Object.keys(results)).toHaveLength(botChanges.length + 1);
  expect(results).toEqual(onlyPassing("ticket.test.ts", results));
}, 180_000);

test("a session with a bot is recorded as a test for node:test", async () => {
  const project = aProjectOf("bot.ts");
  const words = ["ticket", "--as", "node", "--inline", "--dir", project.folder];
  expect(await recorded(words, {}, playWithBot)).toMatchObject({ code: 0 });
  const written = project.text("ticket.test.ts");
  // The bot's managed role refers to the bot by its id, for which the test has no name.
  expect(new Set(written.match(/\d{17,}|sha256|token/g))).toHaveProperty("size", 1);
  project.change("ticket.test.ts", "bot.ts", botChanges.slice(0, 1));
  const results = await nodeResults(project, ["ticket.test.ts", "changed-0.test.ts"]);
  expect(results).toEqual(onlyPassing("ticket.test.ts", results));
}, 180_000);

test("a session with a bot is recorded as a test for jest", async () => {
  const project = aProjectOf("bot.ts");
  const words = ["ticket", "--as", "jest", "--dir", project.folder];
  expect(await recorded(words, {}, playWithBot)).toMatchObject({ code: 0 });
  project.change("ticket.test.ts", "bot.ts", botChanges.slice(0, 2));
  const results = await jestResults(project);
  expect(Object.keys(results)).toHaveLength(3);
  expect(results).toEqual(onlyPassing("ticket.test.ts", results));
}, 180_000);

const forecast = { name: "forecast", description: "How it will be" };
const city = { type: 3, name: "city", description: "Where", required: true, autocomplete: true };
const weather = { name: "weather", description: "How it is", options: [city] };
const [concierge, ...others] = defaultWorld.applications ?? [];
const worldOfWeather = {
  ...defaultWorld,
  applications: [{ ...concierge, commands: [weather, forecast] }, ...others],
};

test("a session with an HTTP application is recorded as a test", async () => {
  const project = aProjectOf("app.ts");
  const words = ["weather", "--dir", project.folder];
  const ran = await recorded(words, { world: worldOfWeather }, async (world, begin) => {
    await world.serve("Concierge", application);
    await begin();
    const alice = world.user("alice").in("#general");
    await alice.autocomplete("/weather city:o");
    const reply = await alice.run("/weather city:Oslo");
    await world.user("bob").click(reply, "Again");
    await world.user("alice").dm("Concierge").run("/forecast");
  });
  expect(ran).toMatchObject({ code: 0 });
  const written = project.text("weather.test.ts");
  expect(formatted(written)).toBe(written);
  project.change("weather.test.ts", "app.ts", [
    ['"Oslo, NO"', '"Oslo"'],
    ["title: city", 'title: "City"'],
    ['label: "Again"', 'label: "More"'],
    ["Still 7", "Now 7"],
    ["Rain", "Sun"],
  ]);
  const results = await vitestResults(project);
  expect(Object.keys(results)).toHaveLength(6);
  expect(results).toEqual(onlyPassing("weather.test.ts", results));
}, 120_000);

test("a session with a discord.py bot is recorded as a test for pytest", async () => {
  const project = aProjectOf("bot.py");
  const words = ["ticket", "--as", "pytest", "--dir", project.folder];
  const ran = await recorded(words, {}, async (world, begin) => {
    await addPlayers(world);
    cleanups.push(await startPythonBot(world, project.folder, "bot"));
    await begin();
    const alice = world.user("alice").in("#support");
    const panel = await alice.run("/ticket");
    const form = await panel.click("Write");
    await form.submit({ Subject: "Lost key" });
    await alice.run("/slow");
    await alice.run("/ban user:@bob");
    await world.user("mod").in("#support").run("/ban user:@bob");
    const hello = await alice.message("!hello");
    await world.settled();
    await alice.runOn(hello, "Report");
    await alice.message("!join");
    await world.settled();
  });
  expect(ran).toMatchObject({ code: 0 });
  project.change("test_ticket.py", "bot.py", [
    ["What is the matter?", "What is it?"],
    ['label="Subject"', 'label="Title"'],
    ["Thank you", "Thanks"],
    ["By {", "From {"],
    ["Done by", "Ready by"],
    ["Banned {", "Gone: {"],
    ["ban_members=True", "kick_members=False"],
    ["Hello {", "Good day {"],
    ["Reported {", "Noted {"],
    ['add_reaction("✅")', 'add_reaction("👍")'],
    ["await message.author.add_roles", "print"],
  ]);
  const results = await pytestResults(project);
  expect(Object.keys(results)).toHaveLength(12);
  expect(results).toEqual(onlyPassing("test_ticket.py", results));
}, 180_000);
