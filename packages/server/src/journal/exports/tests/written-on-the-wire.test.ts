// Tests that are written from acts of users with their own clients: interactions, files, lobbies.
import { afterEach, expect, test } from "vitest";
import {
  anAnsweringApplication,
  type Sent,
} from "../../../testing/network/answering-application.ts";
import { demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const row = (component: object) => ({ type: 1, components: [component] });
const label = (title: string, component: object) => ({ type: 18, label: title, component });
const panel = {
  type: 4,
  data: {
    content: "What is it?",
    flags: 64,
    components: [
      row({ type: 2, style: 1, label: "Write", custom_id: "write" }),
      row({
        type: 3,
        custom_id: "kind",
        placeholder: "Kind",
        options: [{ label: "Lost", value: "l" }],
      }),
    ],
  },
};
const modal = {
  title: "Your ticket",
  custom_id: "form",
  components: [
    label("Subject", { type: 4, custom_id: "subject", style: 1 }),
    label("Proof", { type: 19, custom_id: "proof" }),
  ],
};

/** The application's responses by command, component or modal. */
const answers: Readonly<Record<string, unknown>> = {
  open: panel,
  write: { type: 9, data: modal },
  kind: { type: 7, data: { content: "Lost, then" } },
  form: { type: 4, data: { content: "Thanks" } },
  later: { type: 5 },
  wrong: { type: 4, data: {} },
  show: { type: 4, data: { content: "shown" } },
};

const commands = [
  {
    name: "ticket",
    description: "Tickets",
    options: [
      {
        type: 1,
        name: "open",
        description: "Opens one",
        options: [{ type: 3, name: "about", description: "What", autocomplete: true }],
      },
    ],
  },
  {
    name: "show",
    description: "Shows it",
    options: [{ type: 11, name: "file", description: "Which" }],
  },
  { name: "later", description: "Answers later" },
  { name: "wrong", description: "Answers wrongly" },
  { name: "kick", description: "Kicks", default_member_permissions: "2" },
];

interface Option {
  readonly type: number;
  readonly name: string;
  readonly value?: unknown;
  readonly focused?: boolean;
  readonly options?: readonly Option[];
}

const ids = new Map<string, string>();
const tokens = new Map<string, string>();

async function started(): Promise<string> {
  const answer = (sent: Sent) => {
    const { id, token } = sent as Sent & { readonly id: string; readonly token: string };
    tokens.set("last", token);
    ids.set("last", id);
    if (sent.type === 4) return { type: 8, data: { choices: [{ name: "Keys", value: "keys" }] } };
    const { name = "", custom_id } = sent.data;
    return answers[custom_id ?? (name === "ticket" ? "open" : name)];
  };
  service = await anAnsweringApplication(answer, { frozen: true });
  const path = `/applications/${demo.applicationId}/commands`;
  const { body } = await service.asBot(`PUT ${path}`, commands);
  for (const { name, id } of body as readonly { name: string; id: string }[]) ids.set(name, id);
  return String((await service.control("GET /journal?limit=1")).at("items", 0, "id"));
}

const place = {
  application_id: demo.applicationId,
  guild_id: demo.guildId,
  channel_id: demo.generalId,
  session_id: "a-client",
};

function use(type: number, data: object, more: object = {}, token: string = demo.aliceToken) {
  return service.asUser(token, "POST /interactions", { type, ...place, ...more, data });
}

function command(name: string, options: readonly Option[] = []) {
  return { id: ids.get(name), name, type: 1, options };
}

/** Posts a form with a file. */
async function post(path: string, payload: object, token: string, filename: string): Promise<void> {
  const form = new FormData();
  form.append("payload_json", JSON.stringify(payload));
  form.append("files[0]", new File(["hello"], filename));
  const headers = { authorization: token };
  const answer = await fetch(`${service.url}/api/v10${path}`, {
    method: "POST",
    headers,
    body: form,
  });
  expect(answer.status).toBeLessThan(300);
}

async function written(after: string, as = "vitest"): Promise<string> {
  const file = "world_file=./it.world.json";
  const { text } = await service.control(`GET /journal/export?after=${after}&as=${as}&${file}`);
  const [, body = text] = text.split(/async \(\{ world \}\) => \{\n|def test_recorded\(world\):\n/);
  return body.replace(/\}\);\n$/, "");
}

/** Waits until the application has responded to the last interaction. */
async function answered(name: string): Promise<void> {
  const query = `GET /journal?name=${name}&limit=1`;
  await expect
    .poll(async () => (await service.control(query)).at("items", 0, "trace"))
    .toBe(ids.get("last"));
}

async function newestMessage(): Promise<string> {
  const view = await service.control("GET /users/alice/view?channel=general");
  return String((view.at("messages") as readonly { id: string }[]).at(-1)?.id);
}

test("interactions are written with their outcomes", async () => {
  const after = await started();
  const about: Option = { type: 3, name: "about", value: "ke", focused: true };
  const open = (option: Option) =>
    command("ticket", [{ type: 1, name: "open", options: [option] }]);
  await use(4, open(about));
  await answered("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE");
  await use(2, open({ type: 3, name: "about", value: "keys" }));
  await answered("MESSAGE_CREATE");
  const message_id = await newestMessage();
  await use(3, { component_type: 2, custom_id: "write" }, { message_id });
  await answered("INTERACTION_MODAL_CREATE");
  const components = [
    label("", { type: 4, custom_id: "subject", value: "Lost key" }),
    label("", { type: 19, custom_id: "proof", values: ["0"] }),
  ];
  const attachments = [{ id: "0", filename: "key.txt" }];
  const data = { id: ids.get("last"), custom_id: "form", components, attachments };
  await post("/interactions", { type: 5, ...place, data }, demo.aliceToken, "key.txt");
  await answered("MESSAGE_CREATE");
  await use(3, { component_type: 3, custom_id: "kind", values: ["l"] }, { message_id });
  await answered("MESSAGE_UPDATE");
  expect(await written(after)).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.autocomplete("/ticket open about:ke")).toHaveChoices(["Keys"]);
      const ticket = await alice.run("/ticket open about:keys");
      expect(ticket).toHaveReplied("What is it?", {
        ephemeral: true,
        components: [
          { components: [{ label: "Write" }] },
          { components: [{ placeholder: "Kind", options: [{ label: "Lost" }] }] },
        ],
      });
      const yourTicket = await ticket.click("Write");
      expect(yourTicket).toHaveModal({ title: "Your ticket", fields: ["Subject", "Proof"] });
      expect(
        await yourTicket.submit(
          { Subject: "Lost key", Proof: ["key.txt"] },
          { files: { "key.txt": "hello" } },
        ),
      ).toHaveReplied("Thanks");
      expect(await ticket.select("Kind", "Lost")).toHaveReplied("Lost, then", {
        ephemeral: true,
        components: [
          { components: [{ label: "Write" }] },
          { components: [{ placeholder: "Kind", options: [{ label: "Lost" }] }] },
        ],
      });
    "
  `);
  expect(await written(after, "pytest")).toMatchInlineSnapshot(`
    "    world.serve("Concierge", create_app)
        alice = world.user("alice").in_("#general")

        assert alice.autocomplete("/ticket open about:ke").choices == ["Keys"]
        ticket = alice.run("/ticket open about:keys")
        assert ticket.has(
            "What is it?",
            ephemeral=True,
            components=[
                {"components": [{"label": "Write"}]},
                {"components": [{"placeholder": "Kind", "options": [{"label": "Lost"}]}]},
            ],
        )
        your_ticket = ticket.click("Write")
        assert your_ticket.modal_has("Your ticket")
        assert your_ticket.fields == ["Subject", "Proof"]
        assert your_ticket.submit(
            {"key.txt": "hello".encode()},
            **{"Subject": "Lost key", "Proof": ["key.txt"]},
        ).has("Thanks")
        assert ticket.select("Kind", "Lost").has(
            "Lost, then",
            ephemeral=True,
            components=[
                {"components": [{"label": "Write"}]},
                {"components": [{"placeholder": "Kind", "options": [{"label": "Lost"}]}]},
            ],
        )
    "
  `);
});

test("late, wrong and missing answers are expected as well", async () => {
  const after = await started();
  await use(2, command("later"));
  await answered("MESSAGE_CREATE");
  const token = tokens.get("last") ?? "";
  await use(2, command("wrong"));
  await answered("INTERACTION_FAILURE");
  const path = `/webhooks/${demo.applicationId}/${token}/messages/@original`;
  await service.call(`PATCH ${path}`, { body: { content: "done" } });
  expect((await use(2, command("kick"), {}, demo.bobToken)).status).toBe(403);
  expect(await written(after)).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const alice = world.user("alice").in("#general");

      expect(await alice.run("/later")).toHaveReplied("done");
      expect(await alice.run("/wrong")).toHaveFailed();
      expect(await world.user("bob").in("#general").run("/kick")).toBeDenied({
        by: "default_member_permissions",
      });
    "
  `);
});

test("files are written with their bytes, however they were uploaded", async () => {
  const after = await started();
  const option: Option = { type: 11, name: "file", value: "0" };
  const attachments = [{ id: "0", filename: "notes.txt" }];
  const shown = { type: 2, ...place, data: { ...command("show", [option]), attachments } };
  await post("/interactions", shown, demo.aliceToken, "notes.txt");
  await answered("MESSAGE_CREATE");
  const path = `/channels/${demo.generalId}/messages`;
  await post(path, { content: "by wire" }, demo.bobToken, "wire.txt");
  const attachment = { filename: "bytes.bin", data: "/wA=" };
  const message = { channel: "general", attachments: [attachment] };
  await service.control("POST /users/bob/message", message);
  expect(await written(after)).toMatchInlineSnapshot(`
    "  await world.serve("Concierge", app);
      const bob = world.user("bob").in("#general");

      expect(
        await world.user("alice").in("#general").run("/show file:notes.txt", {
          files: { "notes.txt": "hello" },
        }),
      ).toHaveReplied("shown");
      await bob.message("by wire", { files: { "wire.txt": "hello" } });
      await bob.message("", { files: { "bytes.bin": Buffer.from("/wA=", "base64") } });
    "
  `);
  expect(await written(after, "pytest")).toMatchInlineSnapshot(`
    "    world.serve("Concierge", create_app)
        bob = world.user("bob").in_("#general")

        assert world.user("alice").in_("#general").run(
            "/show file:notes.txt",
            files={"notes.txt": "hello".encode()},
        ).has("shown")
        bob.message("by wire", files={"wire.txt": "hello".encode()})
        bob.message("", files={"bytes.bin": base64.b64decode("/wA=")})
    "
  `);
});

test("the trace of a message in a lobby is written with the joining, or refused with the reason", async () => {
  await started();
  const player = `Bearer ${demo.accessToken}`;
  const traceOfMessageIn = async (lobby: unknown) => {
    await service.asUser(player, `POST /lobbies/${String(lobby)}/messages`, { content: "gg" });
    const found = await service.control("GET /journal?name=lobbies.createMessage&limit=1");
    const query = `trace=${String(found.at("items", 0, "trace"))}&as=vitest&world_file=./it.json`;
    return (await service.control(`GET /journal/export?${query}`)).text;
  };
  const joined = await service.asUser(player, "PUT /lobbies", { secret: "harbour" });
  const text = await traceOfMessageIn(joined.at("id"));
  expect(text).toContain('await world.player("alice").join("Concierge", { secret: "lobby" })');
  expect(text).toContain('await world.player("alice").lobby(lobby).send("gg")');
  const made = await service.asBot("POST /lobbies", { members: [{ id: demo.aliceId }] });
  expect(await traceOfMessageIn(made.at("id"))).toContain(
    "Left out: POST /api/v10/lobbies/…/messages by alice: its lobby is older than this part.",
  );
});

test("lobbies are joined, written to, linked and left, and found when an application created them", async () => {
  const after = await started();
  const player = `Bearer ${demo.accessToken}`;
  const wish = { secret: "harbour", lobby_metadata: { map: "harbour" }, idle_timeout_seconds: 60 };
  const joined = await service.asUser(player, "PUT /lobbies", wish);
  const lobby = `/lobbies/${joined.at("id") as string}`;
  await service.asUser(player, `POST ${lobby}/messages`, {
    content: "gg",
    metadata: { to: "all" },
  });
  await service.asUser(player, `DELETE ${lobby}/members/@me`);
  const members = [{ id: demo.aliceId, flags: 1 }];
  const made = await service.asBot("POST /lobbies", { metadata: { map: "tower" }, members });
  const other = `/lobbies/${made.at("id") as string}`;
  const channel_id = demo.generalId;
  await service.asUser(player, `PATCH ${other}/channel-linking`, { channel_id });
  await service.asBot(`PATCH ${other}`, { metadata: { map: "1790000000000000000" } });
  await service.asUser(player, `PATCH ${other}/channel-linking`, {});
  expect(await written(after)).toMatchInlineSnapshot(`
    "  await world.login(createBot(world.options("discord.js")));

      const lobby = await world.player("alice").join("Concierge", {
        secret: "lobby",
        lobby_metadata: { map: "harbour" },
        idle_timeout_seconds: 60,
      });
      await world.player("alice").lobby(lobby).send("gg", { metadata: { to: "all" } });
      await world.player("alice").lobby(lobby).leave();
      const lobby2 = await world.findLobby({
        application: world.application("Concierge").id,
        metadata: { map: "tower" },
        members: 1,
      });
      await world.player("alice").lobby(lobby2).link("#general");
      await world.findLobby({
        id: lobby2.id,
        application: world.application("Concierge").id,
        metadata: { map: /^\\d+$/ },
        members: 1,
      });
      await world.player("alice").lobby(lobby2).unlink();
    "
  `);
  expect(await written(after, "pytest")).toMatchInlineSnapshot(`
    "    world.login(Bot())

        lobby = world.player("alice").join(
            "Concierge",
            secret="lobby",
            lobby_metadata={"map": "harbour"},
            idle_timeout_seconds=60,
        )
        world.player("alice").lobby(lobby).send("gg", metadata={"to": "all"})
        world.player("alice").lobby(lobby).leave()
        lobby2 = world.find_lobby(
            application=world.application("Concierge")["id"],
            metadata={"map": "tower"},
            members=1,
        )
        world.player("alice").lobby(lobby2).link("#general")
        world.find_lobby(
            id=lobby2.id,
            application=world.application("Concierge")["id"],
            metadata={"map": re.compile(r"^\\d+$", re.DOTALL)},
            members=1,
        )
        world.player("alice").lobby(lobby2).unlink()
    "
  `);
});
