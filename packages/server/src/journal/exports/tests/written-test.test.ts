// The text of tests that are written from a recording. tests/journeys/recorded-tests.test.ts runs
// such tests, and checks that they pass and fail correctly.
import { afterEach, describe, expect, test } from "vitest";
import { anAnsweringApplication, type Sent } from "../../../testing/answering-application.ts";
import { replyFaults } from "../../../testing/client-command.ts";
import { demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const button = (label: string, custom_id: string) => ({ type: 2, style: 1, label, custom_id });
const rows = (...components: readonly object[]) => [{ type: 1, components }];
const subject = { type: 4, custom_id: "subject", style: 1, placeholder: "What was lost" };
const modal = {
  title: "Your ticket",
  custom_id: "form",
  components: [{ type: 18, label: "Subject", component: subject }],
};

/** The application's responses by command, component or modal. */
const answers: Readonly<Record<string, unknown>> = {
  ping: { type: 4, data: { content: "pong" } },
  ids: {
    type: 4,
    data: {
      content: `<@${demo.bobId}> has 1234567890123456789 since <t:1700000000:R>, 2026-11-22T10:00:00Z, at 10:20:30`,
    },
  },
  roll: { type: 4, data: { content: "You rolled 4, of 1,000.5 (and `more`)" } },
  ticket: {
    type: 4,
    data: { content: "What is it?", flags: 64, components: rows(button("Write", "write")) },
  },
  write: { type: 9, data: modal },
  form: { type: 4, data: { embeds: [{ title: "Thanks", footer: { text: "soon" } }] } },
  later: { type: 5 },
  wrong: { type: 4, data: {} },
  say: { type: 4, data: { content: "said" } },
  Report: { type: 4, data: { content: "reported" } },
};

const say = {
  name: "say",
  description: "Says it",
  options: [
    { type: 3, name: "text", description: "What" },
    { type: 4, name: "times", description: "How often" },
    { type: 7, name: "where", description: "Where" },
  ],
};

/** The tokens of the interactions that the application received. */
const tokens = new Map<string, string>();
const tokenOf = (interaction: string) => tokens.get(interaction) ?? "";

async function started(options: Parameters<typeof anAnsweringApplication>[1] = {}): Promise<void> {
  const answer = (sent: Sent) => {
    const { id, token } = sent as Sent & { readonly id: string; readonly token: string };
    tokens.set(id, token);
    return answers[sent.data.name ?? sent.data.custom_id ?? ""];
  };
  service = await anAnsweringApplication(answer, { frozen: true, ...options });
  const names = ["ping", "ids", "roll", "ticket", "later", "wrong"];
  const commands = [say, ...names.map((name) => ({ name, description: "Does it" }))];
  const path = `/applications/${demo.applicationId}/commands`;
  expect((await service.asBot(`PUT ${path}`, commands)).status).toBe(200);
  await service.asBot(`PUT ${path}`, [
    ...commands,
    { name: "Report", type: 3 },
    { name: "kick", description: "x", default_member_permissions: "2" },
  ]);
}

const inGeneral = { application: "Concierge", channel: "general" };

function run(command: string, more: object = {}) {
  return service.control("POST /users/alice/invoke", { ...inGeneral, command, ...more });
}

async function position(): Promise<string> {
  return String((await service.control("GET /journal?limit=1")).at("items", 0, "id"));
}

/** The test that is written from all entries after one. */
async function written(after: string, more = "", as = "vitest"): Promise<string> {
  const file = "&world_file=./it.world.json";
  const answer = await service.control(`GET /journal/export?after=${after}&as=${as}${file}${more}`);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return answer.text;
}

/** The lines inside the body of the test. */
async function played(play: () => Promise<unknown>, more = "", as = "vitest"): Promise<string> {
  await started();
  const after = await position();
  await play();
  const text = await written(after, more, as);
  const [, body = text] = text.split(/async \(\{ world \}\) => \{\n|def test_recorded\(world\):\n/);
  return body.replace(/\}(?:, [\d_]+)?\);\n$/, "");
}

describe("a conversation", () => {
  async function converse(): Promise<string> {
    const panel = await run("ticket");
    const message = panel.at("messages", 0, "id");
    const clicked = await service.control("POST /users/alice/click", {
      message,
      custom_id: "write",
    });
    const interaction = clicked.at("interaction");
    const fields = { subject: "Lost key" };
    const done = await service.control("POST /users/alice/submit", { interaction, fields });
    return String(done.at("interaction"));
  }

  test("is written completely from its last interaction, without concurrent ones", async () => {
    await started();
    await run("ping");
    const trace = await converse();
    await run("ping");
    const text = await service.control(`GET /journal/export?trace=${trace}&as=vitest&name=ticket`);
    expect(text.headers.get("content-type")).toContain("text/javascript");
    const [world = "", code] = text.text.split(/^test\("ticket"/m);
    expect(world).toContain("test.use({\n  world: {\n    clock: {");
    expect(world).not.toMatch(/"sha256|token|\d{15,}.*token/);
    expect(code).toMatchInlineSnapshot(`
      ", async ({ world }) => {
        await world.serve("Concierge", app);

        const ticket = await world.user("alice").in("#general").run("/ticket");
        expect(ticket).toHaveReplied("What is it?", {
          ephemeral: true,
          components: [{ components: [{ label: "Write" }] }],
        });
        const yourTicket = await ticket.click("Write");
        expect(yourTicket).toHaveModal({ title: "Your ticket", fields: ["Subject"] });
        expect(await yourTicket.submit({ Subject: "Lost key" })).toHaveReplied("", {
          embeds: [{ title: "Thanks", footer: { text: "soon" } }],
        });
      });
      "
    `);
  });

  test("is the same text each time it is written", async () => {
    await started();
    const after = await position();
    await converse();
    for (const as of ["vitest", "jest", "node", "pytest", "world"]) {
      expect(await written(after, "", as)).toBe(await written(after, "", as));
    }
  });

  test("has a world that is as the endpoint declares it", async () => {
    await started();
    const after = await position();
    await converse();
    const world = await written(after, "", "world");
    expect(replyFaults("control.journal.export", world)).toEqual([]);
  });

  test("is written for jest as for vitest, with its own import", async () => {
    await started();
    const after = await position();
    await converse();
    const vitest = await written(after);
    const jest = await written(after, "", "jest");
    expect(jest).toBe(vitest.replace("antechamber/testing/vitest", "antechamber/testing/jest"));
  });

  test("has the requested modules and exports", async () => {
    await started();
    const after = await position();
    await converse();
    await run("later", { until: "acknowledged" });
    const text = await written(after, "&app=Concierge%3D../src/worker.ts%23later");
    expect(text).toContain('import { later } from "../src/worker.ts";');
    expect(text).toContain('await world.serve("Concierge", later);');
    // A variable with the same name would shadow the import.
    expect(text).toContain('const later2 = await alice.run("/later");');
  });

  test("is written for pytest", async () => {
    await started();
    const after = await position();
    await converse();
    expect(await written(after, "", "pytest")).toMatchInlineSnapshot(`
      "# Recorded by Antechamber: what users did, and what they saw of it.
      import json
      import pathlib

      import pytest
      from app import create_app

      RECORDED = json.loads((pathlib.Path(__file__).parent / "it.world.json").read_text("utf-8"))


      @pytest.mark.antechamber(world=RECORDED)
      def test_recorded(world):
          world.serve("Concierge", create_app)

          ticket = world.user("alice").in_("#general").run("/ticket")
          assert ticket.has(
              "What is it?",
              ephemeral=True,
              components=[{"components": [{"label": "Write"}]}],
          )
          your_ticket = ticket.click("Write")
          assert your_ticket.modal_has("Your ticket")
          assert your_ticket.fields == ["Subject"]
          assert your_ticket.submit(**{"Subject": "Lost key"}).has(
              "",
              embeds=[{"title": "Thanks", "footer": {"text": "soon"}}],
          )
      "
    `);
  });
});

test("values that differ between runs are patterns, and a user's id is looked up", async () => {
  const body = await played(async () => {
    await run("ids");
    await run("roll");
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/ids")).toHaveReplied(
        /^<@\\d+> has \\d+ since <t:-?\\d+(:\\w)?>, [\\d:.TZ +-]+, at \\d+:\\d\\d:\\d\\d$/,
      );
      expect(await alice.run("/roll")).toHaveReplied("You rolled 4, of 1,000.5 (and \`more\`)");
    "
  `);
});

test("numbers are loose on request", async () => {
  const body = await played(() => run("roll"), "&loose=numbers");
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);

      expect(await world.user("alice").in("#general").run("/roll")).toHaveReplied(
        /^You rolled [\\d.,]+, of [\\d.,]+ \\(and \`more\`\\)$/,
      );
    "
  `);
});

test("commands of messages are used on a reply, or on a message that is searched for", async () => {
  const body = await played(async () => {
    const ping = await run("ping");
    await run("Report", { target: ping.at("messages", 0, "id") });
    const rude = { channel: "general", content: "rude" };
    const { id } = (await service.control("POST /users/bob/message", rude)).body as { id: string };
    await run("Report", { target: id });
    await run("Report", { target: id });
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      const ping = await alice.run("/ping");
      expect(ping).toHaveReplied("pong");
      expect(await alice.runOn(ping, "Report", { app: "Concierge" })).toHaveReplied("reported");
      await world.user("bob").in("#general").message("rude");
      const message = await alice.find("rude");
      expect(await alice.runOn(message, "Report", { app: "Concierge" })).toHaveReplied("reported");
      const message2 = await alice.find("rude");
      expect(await alice.runOn(message2, "Report", { app: "Concierge" })).toHaveReplied("reported");
    "
  `);
});

test("reactions of applications are expected on the messages that have them", async () => {
  const body = await played(async () => {
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
  await started();
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
  async function roles(...names: readonly string[]): Promise<readonly string[]> {
    await started();
    const ids: string[] = [];
    for (const name of [...names, "administrator"]) {
      const role = { guild: demo.guildId, name, permissions: name === "administrator" ? "8" : "0" };
      ids.push(String((await service.control("POST /roles", role)).at("id")));
    }
    const bot = `PATCH /members/${demo.guildId}/${demo.applicationId}`;
    expect((await service.control(bot, { roles: ids.slice(-1) })).status).toBe(200);
    return ids;
  }

  async function afterPing(change: () => Promise<void>, as = "vitest"): Promise<string> {
    const after = await position();
    await run("ping");
    await change();
    const text = await written(after, "", as);
    return text.slice(text.search(/^.*app\)(;|$)/m));
  }

  test("are expected of each member, as the last call left them", async () => {
    const [gold, red, blue] = await roles("gold", "red", "blue");
    const text = await afterPing(async () => {
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
    const [gold, red] = await roles("gold", "red");
    const change = async () => {
      await service.asBot(`PUT ${member(demo.bobId)}/roles/${gold}`);
      await service.asBot(`DELETE ${member(demo.bobId)}/roles/${red}`);
    };
    expect(await afterPing(change, "node")).toMatchInlineSnapshot(`
      "  await world.serve("Concierge", app);

        assert.toHaveReplied(await world.user("alice").in("#general").run("/ping"), "pong");
        await world.settled();
        equal((await world.member("bob").roles()).includes("gold"), true);
        equal((await world.member("bob").roles()).includes("red"), false);
      });
      "
    `);
    expect(await afterPing(change, "pytest")).toMatchInlineSnapshot(`
      "    world.serve("Concierge", create_app)

          assert world.user("alice").in_("#general").run("/ping").has("pong")
          world.settled()
          assert "gold" in world.member("bob").roles()
          assert "red" not in world.member("bob").roles()
      "
    `);
  });

  test("are a comment if the call also changed something else, or failed", async () => {
    const [gold] = await roles("gold");
    const text = await afterPing(async () => {
      await service.asBot(`PATCH ${member(demo.bobId)}`, { roles: [gold], nick: "Bobby" });
      await service.asBot(`PUT ${member(demo.bobId)}/roles/1`);
    });
    expect(text).toContain("// Not checked: Concierge called guilds.editMember.");
    expect(text).not.toContain("roles()");
  });
});

test("options that cannot be typed are separate, and references are names", async () => {
  const body = await played(async () => {
    await run("say", { options: { text: "#plain words", times: 2, where: demo.generalId } });
    await run("say", { options: { text: "a text: with a colon", times: 2 } });
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/say text:#plain words times:2 where:general")).toHaveReplied("said");
      expect(
        await alice.run("/say", { options: { text: "a text: with a colon", times: 2 } }),
      ).toHaveReplied("said");
    "
  `);
});

test("unprompted messages of applications are expected as they are before the next act", async () => {
  const body = await played(async () => {
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
  const body = await played(async () => {
    const outcome = await run("ping");
    const token = tokenOf(String(outcome.at("interaction")));
    const path = `/webhooks/${demo.applicationId}/${token}`;
    await service.call(`PATCH ${path}/messages/@original`, { body: { content: "PONG" } });
    await service.call(`POST ${path}`, { body: { content: "and for you", flags: 64 } });
    const second = await run("ping");
    const again = tokenOf(String(second.at("interaction")));
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

test("missing, refused and denied answers are expected as well", async () => {
  const body = await played(async () => {
    await run("wrong");
    await service.control("POST /users/bob/invoke", { ...inGeneral, command: "kick" });
    await run("later", { until: "acknowledged" });
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/wrong")).toHaveFailed();
      expect(await world.user("bob").in("#general").run("/kick")).toBeDenied({
        by: "default_member_permissions",
      });
      const later = await alice.run("/later");
      later.expect();
      expect(later.outcome).toBe("deferred");
    "
  `);
});

test("the outcome of a command that was not awaited is expected", async () => {
  const body = await played(async () => {
    const later = await run("later", { until: "acknowledged" });
    await run("say", { wait: 0 });
    await run("ping");
    const token = tokenOf(String(later.at("interaction")));
    const path = `/webhooks/${demo.applicationId}/${token}/messages/@original`;
    await service.call(`PATCH ${path}`, { body: { content: "there it is" } });
    await service.control(`PATCH /applications/${demo.applicationId}`, {
      interactions_endpoint_url: null,
    });
    expect((await run("ping", { wait: 1000 })).at("outcome")).toBe("pending");
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/later")).toHaveReplied("there it is");
      expect(await alice.run("/say")).toHaveReplied("said");
      expect(await alice.run("/ping")).toHaveReplied("pong");
      await world.control.call("PATCH /applications/Concierge", {
        body: { interactions_endpoint_url: null },
      });
      expect(await alice.run("/ping")).toHaveTimedOut();
    "
  `);
});

test("a test that may exceed the runner's time-out sets its own", async () => {
  await started();
  const after = await position();
  const ends = async (as: string) => (await written(after, "", as)).trimEnd().split("\n").at(-1);
  await run("ping");
  for (const as of ["vitest", "jest", "node"]) expect(await ends(as)).toBe("});");
  // The kit waits a second for each of these.
  await run("later", { until: "acknowledged" });
  await run("later", { until: "acknowledged" });
  for (const as of ["vitest", "jest"]) expect(await ends(as)).toBe("}, 20_000);");
  expect(await ends("node")).toBe("});");
  for (let i = 0; i < 30; i += 1) await run("ping");
  expect(await ends("vitest")).toBe("}, 50_000);");
});

test("changes, faults and clock moves of the control plane are repeated", async () => {
  const body = await played(async () => {
    await service.control("POST /users", { username: "carol" });
    await service.control("POST /members", { guild: demo.guildId, user: "carol" });
    await service.control("POST /faults", { match: { route: "users.me" }, http: { status: 500 } });
    await service.control("PATCH /clock", { advance: "PT1H30M" });
    await service.control("DELETE /faults");
    await service.control("POST /limits/reset");
    await run("ping");
  });
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);

      await world.add("users", { username: "carol" });
      await world.add("members", { guild: "Test Guild", user: "carol" });
      await world.faults.add({ match: { route: "users.me" }, http: { status: 500 } });
      await world.clock.advance("1h30m");
      await world.faults.clear();
      await world.limits.reset();
      expect(await world.user("alice").in("#general").run("/ping")).toHaveReplied("pong");
    "
  `);
});

test("a move of a running clock is written as requested", async () => {
  await started({ frozen: false });
  const after = await position();
  for (const move of [{ advance: "PT1H" }, { advance: "PT90S" }, {}, { frozen: true }]) {
    await service.control("PATCH /clock", move);
  }
  await service.control("PATCH /clock", { advance: "PT0.25S" });
  await run("ping");
  const moves = (await written(after)).matchAll(/clock\.\w+\("(.*)"\)/g);
  expect([...moves].map(([, by]) => by)).toEqual(["1h", "1m30s", "250ms"]);
});

test("time that passed on a running clock is written as a move", async () => {
  const body = await played(async () => {
    await run("ping");
    await service.clock.moveTo(service.clock.now() + 61_400);
    await run("ping");
  });
  expect(body).toContain('await world.clock.advance("1m1s");');
});

test("what cannot be repeated is a comment at its place", async () => {
  await started();
  const old = await run("ticket");
  const lobby = await service.asBot("POST /lobbies", { members: [{ id: demo.aliceId }] });
  const after = await position();
  await run("ping");
  const message = old.at("messages", 0, "id");
  const click = await service.control("POST /users/alice/click", { message, custom_id: "write" });
  const interaction = click.at("interaction");
  const fields = { subject: "x" };
  await service.control("POST /users/alice/submit", { interaction, fields });
  await service.control("POST /users/bob/message", {
    channel: "general",
    content: `my ${demo.bobToken}`,
  });
  await service.control("POST /users/bob/message", {
    channel: "general",
    content: `hi <@${demo.aliceId}>`,
  });
  const messages = `/lobbies/${lobby.at("id") as string}/messages`;
  await service.asUser(`Bearer ${demo.accessToken}`, `POST ${messages}`, { content: "gg" });
  await service.asUser(demo.aliceToken, "PUT /users/@me/settings-proto/1", {});
  await service.asUser(demo.aliceToken, `POST /channels/${demo.generalId}/messages`, {
    content: "by wire",
  });
  await run("nothing");
  await service.asBot("PATCH /users/@me", { username: "Porter" });
  await service.control("POST /world/reset");
  const text = await written(after);
  expect(text.split("world }) => {\n")[1]).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/ping")).toHaveReplied("pong");
      // Left out: click by alice: its message is older than this part.
      // Left out: submit by alice: its form was opened before this part.
      // Left out: message by bob: a secret was part of it.
      await world.user("bob").in("#general").message(\`hi <@\${world.user("alice").id}>\`);
      // Left out: POST /api/v10/lobbies/…/messages by alice: its lobby is older than this part.
      await alice.message("by wire");
      // Left out: invoke by alice: it was refused with 404.
      // Left out: world.reset: the whole world was replaced; record from there on.
    });
    "
  `);
});

describe("is refused", () => {
  const refusal = async (query: string) => {
    const { status, text } = await service.control(`GET /journal/export?${query}`);
    return `${status} ${text}`;
  };

  test("without a user's act", async () => {
    await started();
    expect(await refusal(`after=${await position()}&as=vitest`)).toMatch(
      /^400 .*no action of a user/,
    );
  });

  test("when its beginning was dropped", async () => {
    await started();
    expect(await refusal("after=1&as=vitest")).toMatch(/^400 .*no longer/);
  });

  test("when no range or two ranges are named", async () => {
    await started();
    expect(await refusal("as=vitest")).toMatch(/^400 .*"trace"/);
    expect(await refusal("as=vitest&trace=1&after=1")).toMatch(/^400 .*"after"/);
  });

  test("when the snapshot is unknown", async () => {
    await started();
    const after = await position();
    await run("ping");
    expect(await refusal(`after=${after}&as=vitest&snapshot=none`)).toMatch(/^404 /);
  });

  test("when it is too long", async () => {
    await started();
    const after = await position();
    for (let i = 0; i < 501; i += 1) {
      await service.control("POST /users/bob/message", { channel: "general", content: "hi" });
    }
    expect(await refusal(`after=${after}&as=vitest`)).toMatch(/^400 .*501 acts are too many/);
  });

  test("when the world is too large to be included", async () => {
    await started();
    const after = await position();
    for (let i = 0; i < 200; i += 1) {
      await service.control("POST /users", { username: `user${i}`, global_name: "x".repeat(32) });
    }
    expect(await refusal(`after=${after}&as=vitest`)).toMatch(/^400 .*name the file .* world_file/);
  });
});
