// What tests that are written from a recording expect of the changes that applications made by
// themselves: messages, reactions, roles.
import { describe, expect, test } from "vitest";
import {
  aRecordedApplication,
  button,
  played,
  rows,
  type RecordedApplication,
} from "../../../testing/recorded-application.ts";
import { demo } from "../../../testing/start-service.ts";

test("reactions of applications are expected on the messages that have them", async () => {
  const body = await played(async ({ service, run }) => {
    const messages = `/channels/${demo.generalId}/messages`;
    const react = (message: unknown, emoji: string, method = "PUT") =>
      service.asBot(`${method} ${messages}/${String(message)}/reactions/${emoji}/@me`);
    const wish = { channel: "general", content: "!poll" };
    const wished = await service.control("POST /users/bob/message", wish);
    const poll = await service.asBot(`POST ${messages}`, { content: "Tea or coffee?" });
    for (const emoji of ["🍵", "☕", "🥤"]) await react(poll.at("id"), encodeURIComponent(emoji));
    await react(poll.at("id"), encodeURIComponent("🥤"), "DELETE");
    await react(wished.at("id"), encodeURIComponent("✅"));
    const ping = await run("ping");
    await react(ping.at("messages", 0, "id"), encodeURIComponent("🏓"));
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const bob = world.user("bob").in("#general");
      const alice = world.user("alice").in("#general");

      // Not checked: Concierge called channels.unreact.
      await bob.message("!poll");
      await expect(bob).toSee({
        content: "Tea or coffee?",
        reactions: [{ emoji: { name: "🍵" } }, { emoji: { name: "☕" } }],
      });
      await expect(bob).toSee({ content: "!poll", reactions: [{ emoji: { name: "✅" } }] });
      expect(await alice.run("/ping")).toHaveReplied("pong");
      await expect(alice).toSee({ content: "pong", reactions: [{ emoji: { name: "🏓" } }] });
    "
  `);
});

test("a reaction to a message that the test does not know is a comment", async () => {
  const { service, run, position, written } = await aRecordedApplication();
  const messages = `/channels/${demo.generalId}/messages`;
  const old = await service.asBot(`POST ${messages}`, { content: "old" });
  const after = await position();
  await run("ping");
  await service.asBot(`PUT ${messages}/${String(old.at("id"))}/reactions/%E2%9C%85/@me`);
  expect(await written(after)).toContain(
    "// Not checked: a message that nobody of this world sees",
  );
});

describe("roles that applications give and take", () => {
  const member = (id: string) => `/guilds/${demo.guildId}/members/${id}`;

  /** The ids of roles, all below one that the bot has, and that lets it change them. */
  async function roles(
    { service }: RecordedApplication,
    ...names: readonly string[]
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const name of [...names, "administrator"]) {
      const role = { guild: demo.guildId, name, permissions: name === "administrator" ? "8" : "0" };
      ids.push(String((await service.control("POST /roles", role)).at("id")));
    }
    const bot = `PATCH /members/${demo.guildId}/${demo.applicationId}`;
    expect((await service.control(bot, { roles: ids.slice(-1) })).status).toBe(200);
    return ids;
  }

  async function afterPing(
    { run, position, written }: RecordedApplication,
    change: () => Promise<void>,
    as = "vitest",
  ): Promise<string> {
    const after = await position();
    await run("ping");
    await change();
    const text = await written(after, "", as);
    return text.slice(text.search(/^.*app\)(;|$)/m));
  }

  test("are expected of each member, as the last call left them", async () => {
    const application = await aRecordedApplication();
    const { service } = application;
    const [gold, red, blue] = await roles(application, "gold", "red", "blue");
    const text = await afterPing(application, async () => {
      await service.asBot(`PUT ${member(demo.aliceId)}/roles/${red}`);
      await service.asBot(`PATCH ${member(demo.bobId)}`, { roles: [gold, blue] });
      await service.asBot(`DELETE ${member(demo.bobId)}/roles/${gold}`);
    });
    expect(text).toMatchInlineSnapshot(`
      "  await world.serve("Concierge", app);

        expect(await world.user("alice").in("#general").run("/ping")).toHaveReplied("pong");
        await world.settled();
        expect(await world.member("alice").roles()).toContain("red");
        expect(await world.member("bob").roles()).toContain("blue");
        expect(await world.member("bob").roles()).not.toContain("gold");
      });
      "
    `);
  });

  test("are expected in node:test and pytest too", async () => {
    const application = await aRecordedApplication();
    const { service } = application;
    const [gold, red] = await roles(application, "gold", "red");
    const change = async () => {
      await service.asBot(`PUT ${member(demo.bobId)}/roles/${gold}`);
      await service.asBot(`DELETE ${member(demo.bobId)}/roles/${red}`);
    };
    expect(await afterPing(application, change, "node")).toMatchInlineSnapshot(`
      "  await world.serve("Concierge", app);

        assert.toHaveReplied(await world.user("alice").in("#general").run("/ping"), "pong");
        await world.settled();
        equal((await world.member("bob").roles()).includes("gold"), true);
        equal((await world.member("bob").roles()).includes("red"), false);
      });
      "
    `);
    expect(await afterPing(application, change, "pytest")).toMatchInlineSnapshot(`
      "    world.serve("Concierge", create_app)

          assert world.user("alice").in_("#general").run("/ping").has("pong")
          world.settled()
          assert "gold" in world.member("bob").roles()
          assert "red" not in world.member("bob").roles()
      "
    `);
  });

  test("are a comment if the call also changed something else, or failed", async () => {
    const application = await aRecordedApplication();
    const { service } = application;
    const [gold] = await roles(application, "gold");
    const text = await afterPing(application, async () => {
      await service.asBot(`PATCH ${member(demo.bobId)}`, { roles: [gold], nick: "Bobby" });
      await service.asBot(`PUT ${member(demo.bobId)}/roles/1`);
    });
    expect(text).toContain("// Not checked: Concierge called guilds.editMember.");
    expect(text).not.toContain("roles()");
  });
});

test("unprompted messages of applications are expected as they are before the next act", async () => {
  const body = await played(async ({ service }) => {
    await service.control("POST /users/bob/message", { channel: "general", content: "!vote" });
    const path = `/channels/${demo.generalId}/messages`;
    const posted = await service.asBot(`POST ${path}`, {
      content: "Vote",
      components: rows(button("Write", "write")),
    });
    const message = String(posted.at("id"));
    await service.asBot(`PATCH ${path}/${message}`, { content: "Vote now" });
    const gone = await service.asBot(`POST ${path}`, { content: "a slip" });
    await service.asBot(`DELETE ${path}/${String(gone.at("id"))}`);
    await service.asBot(`PUT ${path.replace("messages", "pins")}/${message}`);
    await service.control("POST /users/alice/click", { message, custom_id: "write" });
    const reaction = { channel: "general", message, emoji: "👍" };
    await service.control("POST /users/bob/react", reaction);
    await service.asBot(`PATCH ${path}/${message}`, { content: "Closed", components: [] });
    await service.control("POST /users/bob/react", { ...reaction, remove: true });
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const bob = world.user("bob").in("#general");
      const alice = world.user("alice").in("#general");

      // Not checked: Concierge called channels.pinOld.
      await bob.message("!vote");
      await expect(bob).toSee({
        content: "Vote now",
        components: [{ components: [{ label: "Write" }] }],
      });
      const message = await alice.find({
        content: "Vote now",
        components: [{ components: [{ label: "Write" }] }],
      });
      expect(await world.user("alice").click(message, "Write")).toHaveModal({
        title: "Your ticket",
        fields: ["Subject"],
      });
      const message2 = await bob.find({
        content: "Vote now",
        components: [{ components: [{ label: "Write" }] }],
      });
      await world.user("bob").react(message2, "👍");
      await expect(bob).toSee("Closed");
      const message3 = await bob.find("Closed");
      await world.user("bob").react(message3, "👍", { remove: true });
    "
  `);
});

test("answers that are edited later are expected in their edited form", async () => {
  const body = await played(async ({ service, run, tokenOf }) => {
    const outcome = await run("ping");
    const token = tokenOf(outcome.at("interaction"));
    const path = `/webhooks/${demo.applicationId}/${token}`;
    await service.call(`PATCH ${path}/messages/@original`, { body: { content: "PONG" } });
    await service.call(`POST ${path}`, { body: { content: "and for you", flags: 64 } });
    const second = await run("ping");
    const again = tokenOf(second.at("interaction"));
    await service.call(`DELETE /webhooks/${demo.applicationId}/${again}/messages/@original`);
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/ping")).toHaveReplied();
      await expect(alice).toSee("PONG");
      await expect(alice).toSee({ content: "and for you", ephemeral: true });
      expect(await alice.run("/ping")).toHaveReplied();
    "
  `);
});
