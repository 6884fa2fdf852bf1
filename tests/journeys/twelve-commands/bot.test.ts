// Sixty tests of a bot with twelve commands, each with a world and a login of its own.
import { expect, test as base } from "../../../packages/server/src/kit/runners/vitest.ts";
import type { User } from "../../../packages/server/src/kit/kit.ts";
import { createBot } from "./bot.ts";
import { echo, profile, roll } from "./manifest.ts";

const test = base.extend<{ alice: Place; bob: Place; mod: Place }>({
  alice: async ({ world }, use) => {
    await world.login(createBot(world.options("discord.js")), { time: world.clock });
    await use(world.user("alice").in("#general"));
  },
  bob: async ({ world, alice: _ready }, use) => use(world.user("bob").in("#general")),
  mod: async ({ world, alice: _ready }, use) => use(world.user("mod").in("#general")),
});

type Place = ReturnType<User["in"]>;

test("ping replies", async ({ alice }) => expect(await alice.run("/ping")).toHaveReplied("pong"));
test("ping replies in a direct message", async ({ world, alice: _ready }) => {
  expect(await world.user("alice").dm("Concierge").run("/ping")).toHaveReplied("pong");
});
test("ping replies in a channel for moderators", async ({ world, mod: _ready }) => {
  expect(await world.user("mod").in("#tickets").run("/ping")).toHaveReplied("pong");
});
test("a reply is visible to other users", async ({ alice, bob }) => {
  await alice.run("/ping");
  expect(await bob.sees()).toContainMessage({ content: "pong", author: { username: "Concierge" } });
});

test.for([
  "hello",
  "two words",
  "with: a colon",
  "ünïcödé",
  "**bold**",
  "<@1>",
  '"quoted"',
  "1",
  "true",
  "x".repeat(100),
])("echo repeats %s", async (text, { alice }) => {
  expect(await alice.run(echo, { text })).toHaveReplied(text);
});
test.for([
  ["/echo text:hello loud:true", "HELLO"],
  ["/echo text:hello loud:false", "hello"],
  ["/echo loud:true text:hello", "HELLO"],
  ["/ECHO text:hello", "hello"],
] as const)("%s replies as expected", async ([text, reply], { alice }) => {
  expect(await alice.run(text)).toHaveReplied(reply);
});
test.for([
  ["/echo", /text: This field is required|text/],
  ["/echo loud:true", /text/],
  [`/echo text:${"x".repeat(101)}`, /100/],
  ["/echo txt:hello", /no option "txt"; did you mean text/],
  ["/echo text:hi loud:perhaps", /write true or false/],
  ["/eco text:hi", /did you mean \/echo/],
] as const)("%s is rejected as a mistake in the test", async ([text, reason], { alice }) => {
  await expect(alice.run(text)).rejects.toThrow(reason);
});

test.for([
  ["/roll", "1 dice with 6 sides"],
  ["/roll sides:twenty", "1 dice with 20 sides"],
  ["/roll sides:6 times:5", "5 dice with 6 sides"],
] as const)("%s replies as expected", async ([text, reply], { alice }) => {
  expect(await alice.run(text)).toHaveReplied(reply);
});
test("roll can be run by its typed manifest", async ({ alice }) => {
  expect(await alice.run(roll, { sides: 20, times: 2 })).toHaveReplied("2 dice with 20 sides");
});
test.for([
  ["/roll sides:eight", /no choice "eight"; did you mean/],
  ["/roll times:many", /"many" is not a number/],
  ["/roll times:6", /5/],
  ["/roll times:0", /1/],
] as const)("%s is rejected", async ([text, reason], { alice }) => {
  await expect(alice.run(text)).rejects.toThrow(reason);
});

test.for([
  ["/weather city:os", ["Oslo", "Osaka"]],
  ["/weather city:", ["Oslo", "Osaka", "Lima", "Lisbon", "Rome"]],
  ["/weather city:LIS", ["Lisbon"]],
  ["/weather city:x", []],
] as const)("%s has suggestions", async ([text, names], { alice }) => {
  expect(await alice.autocomplete(text)).toHaveChoices(names);
});
test("weather defers its reply", async ({ alice }) => {
  const reply = await alice.run("/weather city:Oslo");
  expect(reply).toHaveReplied("Oslo: 7 °C");
  expect(reply.deferred).toBe(true);
});

test("ticket replies with an ephemeral message", async ({ alice, bob }) => {
  expect(await alice.run("/ticket")).toHaveReplied("What is it?", { ephemeral: true });
  expect(await bob.sees()).not.toContainMessage("What is it?");
});
test("a ticket is submitted in a modal", async ({ alice }) => {
  const opened = await (await alice.run("/ticket")).click("Write");
  expect(opened).toHaveModal({ title: "Your ticket", fields: ["Subject"] });
  expect(await opened.submit({ Subject: "Lost" })).toHaveReplied('Thank you for "Lost"', {
    ephemeral: true,
  });
});
test("a field refuses a text that is too long", async ({ alice }) => {
  const opened = await (await alice.run("/ticket")).click("Write");
  await expect(opened.submit({ Subject: "x".repeat(51) })).rejects.toThrow("50");
});
test("a form refuses an unknown field", async ({ alice }) => {
  const opened = await (await alice.run("/ticket")).click("Write");
  await expect(opened.submit({ Details: "x" })).rejects.toThrow(
    'no field "Details"; did you mean Subject',
  );
});
test("a disabled button cannot be clicked", async ({ alice }) => {
  await expect((await alice.run("/ticket")).click("Call")).rejects.toThrow(
    'the button "Call" is disabled',
  );
});
test("another user cannot click in an ephemeral message", async ({ world, alice }) => {
  const panel = await alice.run("/ticket");
  await expect(world.user("bob").click(panel, "Write")).rejects.toThrow(
    "bob cannot see this message",
  );
});

test("a poll counts votes", async ({ alice, bob }) => {
  const poll = await alice.run("/poll question:Pizza?");
  expect(poll).toHaveReplied("Pizza?");
  await poll.click("Yes (0)");
  expect((await bob.click("yes")).message?.components?.[0]?.components?.[0]?.label).toBe("Yes (2)");
});
test("a poll counts each user once", async ({ alice }) => {
  const poll = await alice.run("/poll question:Pizza?");
  await poll.click("yes");
  await poll.click("yes");
  await expect(poll.click("Yes (2)")).rejects.toThrow('no button "Yes (2)"; did you mean Yes (1)');
});
test("a closed poll has no buttons", async ({ alice }) => {
  const poll = await alice.run("/poll question:Pizza?");
  await poll.click("Close");
  await expect(poll.click("yes")).rejects.toThrow("there is none");
});

test.for([
  ["Red", "r"],
  ["Blue", "b"],
  ["b", "b"],
] as const)("the color %s can be chosen", async ([label, value], { alice }) => {
  expect(await (await alice.run("/color")).select("Color", label)).toHaveReplied(
    `You chose ${value}`,
  );
});
test("a color that is not offered is rejected", async ({ alice }) => {
  await expect((await alice.run("/color")).select("Color", "Green")).rejects.toThrow(
    "did you mean Red, Blue?",
  );
});

test("a user cannot ban", async ({ bob }) => {
  expect(await bob.run("/ban user:@alice")).toBeDenied({
    by: "default_member_permissions",
    needs: "BAN_MEMBERS",
  });
});
test("a moderator can ban", async ({ mod }) => {
  expect(await mod.run("/ban user:@bob")).toHaveReplied("Banned bob");
});
test("a user with the moderator role can ban", async ({ world, bob }) => {
  await world.member("bob").addRole("mods");
  expect(await bob.run("/ban user:@alice")).toHaveReplied("Banned alice");
});
test("a permission entry allows one user to ban", async ({ world, bob }) => {
  await world.command("Concierge", "/ban").allow({ user: "bob" });
  expect(await bob.run("/ban user:@alice")).toHaveReplied("Banned alice");
});
test("a permission entry denies the command to a moderator", async ({ world, mod }) => {
  await world.command("Concierge", "/ban").deny({ user: "mod" });
  expect(await mod.run("/ban user:@alice")).toBeDenied({ by: "command_permissions" });
});
test("a permission entry denies the command in a channel", async ({ world, mod }) => {
  await world.command("Concierge", "/ban").deny({ channel: "#general" });
  expect(await mod.run("/ban user:@alice")).toBeDenied({ by: "channel" });
});
test("a decision denies ban under a hypothetical role without the permission", async ({
  world,
  mod: _ready,
}) => {
  const weaker = world.whatIf({ roles: { mods: { permissions: [] } } });
  expect(await weaker.decision("mod", "/ban", "#general")).not.toBeAllowed();
  expect(await world.decision("mod", "/ban", "#general")).toBeAllowed();
});
test("a moderator can purge with an ephemeral reply, and a user cannot", async ({ mod, bob }) => {
  expect(await mod.run("/purge")).toHaveReplied("Gone", { ephemeral: true });
  expect(await bob.run("/purge")).toBeDenied({ needs: "MANAGE_MESSAGES" });
});

test("a reward is claimed once a day", async ({ world, alice }) => {
  expect(await alice.run("/daily")).toHaveReplied(/claimed/);
  await world.clock.advance("1h");
  expect(await alice.run("/daily")).toHaveReplied(/in 23 hours/, { ephemeral: true });
  await world.clock.advance("23h");
  expect(await alice.run("/daily")).toHaveReplied(/claimed/);
});
test("each user has a separate reward", async ({ alice, bob }) => {
  await alice.run("/daily");
  expect(await bob.run("/daily")).toHaveReplied(/claimed/);
});
test("a reminder arrives on time, for its user only", async ({ world, alice, bob }) => {
  expect(await alice.run("/remind minutes:10")).toHaveReplied("In 10 minutes", { ephemeral: true });
  await world.clock.advance("9m");
  expect(await alice.sees()).not.toContainMessage("It is time");
  await world.clock.advance("1m");
  await world.settled();
  expect(await alice.sees()).toContainMessage("It is time");
  expect(await bob.sees()).not.toContainMessage("It is time");
});

test("a profile has no motto at first", async ({ alice }) => {
  expect(await alice.run("/profile show")).toHaveReplied("alice: no motto");
});
test("a profile is edited, and others see it", async ({ world, alice, bob }) => {
  const opened = await alice.run(profile, "edit", {});
  expect(await opened.submit({ Motto: "Onwards" })).toHaveReplied("Saved");
  expect(await bob.run(profile, "show", { of: world.user("alice") })).toHaveReplied(
    "alice: Onwards",
  );
});
test("an unknown subcommand is rejected", async ({ alice }) => {
  await expect(alice.run("/profile delete")).rejects.toThrow("did you mean edit, show?");
});
