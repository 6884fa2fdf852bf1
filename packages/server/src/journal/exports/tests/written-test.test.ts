// The text of tests that are written from a recording. tests/journeys/recorded-tests.test.ts runs
// such tests, and checks that they pass and fail correctly.
import { describe, expect, test } from "vitest";
import { replyFaults } from "../../../testing/clients/client-command.ts";
import {
  aRecordedApplication,
  played,
  type RecordedApplication,
} from "../../../testing/recorded-application.ts";
import { demo, type TestService } from "../../../testing/start-service.ts";

describe("a conversation", () => {
  async function converse({ run, service }: RecordedApplication): Promise<string> {
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
    const application = await aRecordedApplication();
    const { service, run } = application;
    await run("ping");
    const trace = await converse(application);
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
    const application = await aRecordedApplication();
    const { position, written } = application;
    const after = await position();
    await converse(application);
    for (const as of ["vitest", "jest", "node", "pytest", "world"]) {
      expect(await written(after, "", as)).toBe(await written(after, "", as));
    }
  });

  test("has a world that is as the endpoint declares it", async () => {
    const application = await aRecordedApplication();
    const { position, written } = application;
    const after = await position();
    await converse(application);
    const world = await written(after, "", "world");
    expect(replyFaults("control.journal.export", world)).toEqual([]);
  });

  test("is written for jest as for vitest, with its own import", async () => {
    const application = await aRecordedApplication();
    const { position, written } = application;
    const after = await position();
    await converse(application);
    const vitest = await written(after);
    const jest = await written(after, "", "jest");
    expect(jest).toBe(vitest.replace("antechamber/testing/vitest", "antechamber/testing/jest"));
  });

  test("has the requested modules and exports", async () => {
    const application = await aRecordedApplication();
    const { run, position, written } = application;
    const after = await position();
    await converse(application);
    await run("later", { until: "acknowledged" });
    const text = await written(after, "&app=Concierge%3D../src/worker.ts%23later");
    expect(text).toContain('import { later } from "../src/worker.ts";');
    expect(text).toContain('await world.serve("Concierge", later);');
    // A variable with the same name would shadow the import.
    expect(text).toContain('const later2 = await alice.run("/later");');
  });

  test("is written for pytest", async () => {
    const application = await aRecordedApplication();
    const { position, written } = application;
    const after = await position();
    await converse(application);
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
  const body = await played(async ({ run }) => {
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
  const body = await played(({ run }) => run("roll"), "&loose=numbers");
  expect(body).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);

      expect(await world.user("alice").in("#general").run("/roll")).toHaveReplied(
        /^You rolled [\\d.,]+, of [\\d.,]+ \\(and \`more\`\\)$/,
      );
    "
  `);
});

test("commands of messages are used on a reply, or on a message that is searched for", async () => {
  const body = await played(async ({ service, run }) => {
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

test("options that cannot be typed are separate, and references are names", async () => {
  const body = await played(async ({ run }) => {
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

test("missing, refused and denied answers are expected as well", async () => {
  const body = await played(async ({ service, run }) => {
    await run("wrong");
    await service.control("POST /users/bob/invoke", {
      application: "Concierge",
      channel: "general",
      command: "kick",
    });
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
  const body = await played(async ({ service, run, tokenOf }) => {
    const later = await run("later", { until: "acknowledged" });
    await run("say", { wait: 0 });
    await run("ping");
    const token = tokenOf(later.at("interaction"));
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
  const { run, position, written } = await aRecordedApplication();
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
  const body = await played(async ({ service, run }) => {
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
  const { service, run, position, written } = await aRecordedApplication({ frozen: false });
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
  const body = await played(async ({ service, run }) => {
    await run("ping");
    await service.clock.moveTo(service.clock.now() + 61_400);
    await run("ping");
  });
  expect(body).toContain('await world.clock.advance("1m1s");');
});

test("what cannot be repeated is a comment at its place", async () => {
  const { service, run, position, written } = await aRecordedApplication();
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
  const refusal = async (service: TestService, query: string) => {
    const { status, text } = await service.control(`GET /journal/export?${query}`);
    return `${status} ${text}`;
  };

  test("without a user's act", async () => {
    const { service, position } = await aRecordedApplication();
    expect(await refusal(service, `after=${await position()}&as=vitest`)).toMatch(
      /^400 .*no action of a user/,
    );
  });

  test("when its beginning was dropped", async () => {
    const { service } = await aRecordedApplication();
    expect(await refusal(service, "after=1&as=vitest")).toMatch(/^400 .*no longer/);
  });

  test("when no range or two ranges are named", async () => {
    const { service } = await aRecordedApplication();
    expect(await refusal(service, "as=vitest")).toMatch(/^400 .*"trace"/);
    expect(await refusal(service, "as=vitest&trace=1&after=1")).toMatch(/^400 .*"after"/);
  });

  test("when the snapshot is unknown", async () => {
    const { service, run, position } = await aRecordedApplication();
    const after = await position();
    await run("ping");
    expect(await refusal(service, `after=${after}&as=vitest&snapshot=none`)).toMatch(/^404 /);
  });

  test("when it is too long", async () => {
    const { service, position } = await aRecordedApplication();
    const after = await position();
    for (let i = 0; i < 501; i += 1) {
      await service.control("POST /users/bob/message", { channel: "general", content: "hi" });
    }
    expect(await refusal(service, `after=${after}&as=vitest`)).toMatch(
      /^400 .*501 acts are too many/,
    );
  });

  test("when the world is too large to be included", async () => {
    const { service, position } = await aRecordedApplication();
    const after = await position();
    for (let i = 0; i < 200; i += 1) {
      await service.control("POST /users", { username: `user${i}`, global_name: "x".repeat(32) });
    }
    expect(await refusal(service, `after=${after}&as=vitest`)).toMatch(
      /^400 .*name the file .* world_file/,
    );
  });
});
