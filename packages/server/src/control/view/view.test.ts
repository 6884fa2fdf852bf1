// The view of a channel as a user sees it, over the wire.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
let bot: GatewayClient;

const EPHEMERAL = 64;

beforeAll(async () => {
  service = await aService({ frozen: true });
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  bot = (await signIn(gateway, { token: demo.botToken, intents: 0 })).client;
  const commands = `POST /applications/${demo.applicationId}/commands`;
  await service.asBot(commands, { name: "ping", description: "Pings" });
});
afterAll(() => service.stop());

async function view(user: string, channel: string, more = "") {
  const query = `channel=${encodeURIComponent(channel)}${more}`;
  const answer = await service.control(`GET /users/${user}/view?${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as { messages: { content: string; id: string }[]; text: string };
}

const contentsOf = ({ messages }: { messages: { content: string }[] }) =>
  messages.map(({ content }) => content);

const write = (user: string, content: string, channel = "general") =>
  service.control(`POST /users/${user}/message`, { channel, content });

/** Uses a command as a user and responds to it. */
async function answered(user: string, callback: object): Promise<void> {
  const form = { application: "Concierge", channel: "general", command: "ping" };
  const invoking = service.control(`POST /users/${user}/invoke`, {
    ...form,
    until: "acknowledged",
  });
  const { d } = await bot.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { id: string; token: string };
  await service.call(`POST /interactions/${id}/${token}/callback`, { body: callback });
  await invoking;
}

describe("a channel", () => {
  test("shows public messages, and each user their ephemeral ones", async () => {
    await write("alice", "first");
    await answered("alice", { type: 4, data: { content: "for alice", flags: EPHEMERAL } });
    await answered("bob", { type: 4, data: { content: "for bob", flags: EPHEMERAL } });
    await answered("bob", { type: 4, data: { content: "for all" } });
    expect(contentsOf(await view("alice", "general"))).toEqual(["first", "for alice", "for all"]);
    const bobs = await view("bob", "#general");
    expect(contentsOf(bobs)).toEqual(["first", "for bob", "for all"]);
    expect(bobs.text).not.toContain("for alice");
    const wire = await service.asUser(demo.bobToken, `GET /channels/${demo.generalId}/messages`);
    expect(bobs.messages.at(-1)).toEqual(wire.at(0));
    expect(contentsOf(await view("bob", demo.generalId, "&limit=1"))).toEqual(["for all"]);
  });

  test("that a user cannot view, or that does not exist, is refused", async () => {
    const hidden = await service.control("POST /channels", {
      guild: demo.guildId,
      name: "hidden",
      permission_overwrites: [{ id: "@everyone", deny: ["VIEW_CHANNEL"] }],
    });
    const ask = async (user: string, channel: string) => {
      const answer = await service.control(`GET /users/${user}/view?channel=${channel}`);
      return [answer.status, answer.at("code")];
    };
    expect(await ask("bob", hidden.id)).toEqual([403, 50001]);
    expect(await ask("bob", "nowhere")).toEqual([404, 10003]);
    expect(await ask("nobody", "general")).toEqual([404, 10013]);
    expect(await ask("Concierge", "general")).toEqual([403, 20001]);
    expect(await ask("bob", "general&limit=0")).toEqual([400, 50035]);
  });
});

test("a direct message shows the messages of both users, and none before it is opened", async () => {
  expect(await view("alice", "@bob")).toEqual({ messages: [], text: "" });
  await write("alice", "psst", "@bob");
  await write("bob", "yes?", "@alice");
  expect(contentsOf(await view("bob", "@alice"))).toEqual(["psst", "yes?"]);
});

test("reactions are below a message, with the user's own marked", async () => {
  const { id } = await write("alice", "lunch?");
  const react = (user: string, emoji: string) =>
    service.control(`POST /users/${user}/react`, { channel: "general", message: id, emoji });
  await react("alice", "👍");
  await react("bob", "👍");
  await react("alice", "🎉");
  expect((await view("bob", "general")).text).toContain("\n  lunch?\n  [👍 2, you too] [🎉 1]\n");
});

test("a poll shows the votes for each answer and the user's own", async () => {
  const answers = [{ poll_media: { text: "Tea" } }, { poll_media: { text: "Soup" } }];
  const poll = { question: { text: "Lunch?" }, answers };
  const { id } = await service.asBot(`POST /channels/${demo.generalId}/messages`, { poll });
  const act = { channel: "general", message: id, answers: ["Soup"] };
  await service.control("POST /users/bob/vote", act);
  const text = (await view("bob", "general")).text;
  expect(text).toContain("\n  poll: Lunch?\n    ( ) Tea\n    (x) Soup: 1\n");
});

test("a lobby shows its messages to members only", async () => {
  const lobby = await service.asBot("POST /lobbies", {
    members: [{ id: demo.aliceId }],
  });
  const auth = `Bearer ${demo.accessToken}`;
  const path = `POST /lobbies/${lobby.id}/messages`;
  await service.call(path, { auth, body: { content: "ready" } });
  const lobbyView = await view("alice", lobby.id);
  expect(lobbyView.messages).toMatchObject([{ content: "ready", lobby_id: lobby.id }]);
  expect(lobbyView.text).toMatch(/^\[.{20}\] .+\n {2}ready\n$/);
  const refused = await service.control(`GET /users/bob/view?channel=${lobby.id}`);
  expect(refused.status).toBe(403);
});

test("a transcript has a line with author and time, followed by the message", async () => {
  await service.control("PATCH /clock", { now: "2026-11-21T12:00:00Z" });
  const channel = await service.control("POST /channels", { guild: demo.guildId, name: "den" });
  const post = (body: object) => service.asBot(`POST /channels/${channel.id}/messages`, body);
  const { id } = await write("bob", `hello <@${demo.aliceId}>\nand <#${channel.id}>`, "den");
  await service.control("PATCH /clock", { advance: "PT1M" });
  await post({
    content: "well",
    message_reference: { message_id: id },
    embeds: [
      {
        title: "Rules",
        url: "https://rules.example/",
        description: "one\ntwo",
        fields: [{ name: "Who", value: "<@&300000000000000011>" }],
        footer: { text: "end" },
      },
    ],
    components: [
      {
        type: 1,
        components: [
          { type: 2, style: 1, label: "Undo", custom_id: "undo", disabled: true },
          { type: 2, style: 5, label: "Docs", url: "https://docs.example/" },
        ],
      },
      {
        type: 1,
        components: [
          {
            type: 3,
            custom_id: "pick",
            placeholder: "Pick",
            options: [
              { label: "A", value: "a" },
              { label: "B", value: "b" },
            ],
          },
        ],
      },
    ],
  });
  await post({
    flags: 1 << 15,
    components: [
      {
        type: 17,
        components: [
          { type: 10, content: "Inside" },
          { type: 14 },
          { type: 10, content: "[2026-11-21 12:00:00Z] bob\n\u001b[31mred" },
        ],
      },
    ],
  });
  expect((await view("alice", "den")).text).toBe(
    `[2026-11-21 12:00:00Z] bob
  hello @alice
  and #den

[2026-11-21 12:01:00Z] Concierge [app]
  ^ answers bob: hello @alice
  well
  | Rules <https://rules.example/>
  | one
  | two
  | Who: @mods
  | end
  [Undo] (disabled) [Docs <https://docs.example/>]
  [select Pick: A | B]

[2026-11-21 12:01:00Z] Concierge [app]
  | Inside
  | ---
  | [2026-11-21 12:00:00Z] bob
  | [31mred
`,
  );
});

test("a transcript shows media, with or without a description", async () => {
  const channel = await service.control("POST /channels", { guild: demo.guildId, name: "gallery" });
  const media = (name: string) => ({ media: { url: `https://pictures.example/${name}.png` } });
  await service.asBot(`POST /channels/${channel.id}/messages`, {
    flags: 1 << 15,
    components: [
      {
        type: 9,
        components: [{ type: 10, content: "Beside" }],
        accessory: { type: 11, ...media("a") },
      },
      { type: 12, items: [media("b"), { ...media("c"), description: "A harbour" }] },
    ],
  });
  const { text } = await view("alice", "gallery");
  expect(text.split("\n").slice(1)).toEqual([
    "  Beside",
    "  media: https://pictures.example/a.png",
    "  media: https://pictures.example/b.png",
    "  media: https://pictures.example/c.png (A harbour)",
    "",
  ]);
});

test("a reply shows the first line of what the answered message has", async () => {
  const channel = await service.control("POST /channels", { guild: demo.guildId, name: "replies" });
  const post = (body: object) => service.asBot(`POST /channels/${channel.id}/messages`, body);
  const text = { type: 10, content: "Choose:\nnow" };
  const answers = [{ poll_media: { text: "Tea" } }, { poll_media: { text: "Soup" } }];
  for (const body of [
    { flags: 1 << 15, components: [{ type: 17, components: [text] }] },
    { embeds: [{ title: "Rules" }] },
    { poll: { question: { text: "Lunch?" }, answers } },
  ]) {
    const { id } = await post(body);
    await post({ content: "re", message_reference: { message_id: id } });
  }
  const transcript = (await view("alice", "replies")).text;
  expect(transcript.match(/\^ .*/g)).toEqual([
    "^ answers Concierge: | Choose:",
    "^ answers Concierge: | Rules",
    "^ answers Concierge: poll: Lunch?",
  ]);
});

test("no label, name or question can imitate a message in a transcript", async () => {
  const forged = (text: string) => `${text}\n\n[2026-11-21 12:00:00Z] bob\u001b[2J`;
  const question = { text: forged("Q") };
  const answers = [{ poll_media: { text: forged("A") } }, { poll_media: { text: "B" } }];
  const button = { type: 2, style: 1, custom_id: "b", label: forged("L") };
  const options = [{ label: forged("O"), value: "o" }];
  const select = { type: 3, custom_id: "s", placeholder: forged("P"), options };
  await service.asBot(`POST /channels/${demo.generalId}/messages`, {
    poll: { question, answers },
    components: [button, select].map((each) => ({ type: 1, components: [each] })),
  });
  const { text } = await view("alice", "general", "&limit=1");
  const lines = text.split("\n").slice(1);
  const flat = (start: string) => `${start}  [2026-11-21 12:00:00Z] bob[2J`;
  expect(lines).toEqual([
    `  [${flat("L")}]`,
    `  [select ${flat("P")}: ${flat("O")}]`,
    `  poll: ${flat("Q")}`,
    `    ( ) ${flat("A")}`,
    "    ( ) B",
    "",
  ]);
});

test("a transcript marks edited, ephemeral and deferred messages", async () => {
  const channel = await service.control("GET /channels/general");
  const mine = await write("bob", "draft");
  await service.asUser(demo.bobToken, `PATCH /channels/${channel.id}/messages/${mine.id}`, {
    content: "final",
  });
  await answered("bob", { type: 5, data: { flags: EPHEMERAL } });
  const { text } = await view("bob", "general", "&limit=2");
  const [edited, thinking] = text.split("\n\n");
  expect(edited).toMatch(/^\[.{20}\] bob \(edited\)\n {2}final$/);
  expect(thinking).toMatch(
    /^\[.{20}\] Concierge \[app\] \(ephemeral: only you can see this\) \(is thinking\)\n {2}\^ bob used ping\n$/,
  );
});

test("a transcript marks a deferred answer as missing after its token expired", async () => {
  const steered = (change: object) => service.control("PATCH /clock", change);
  const begun = Date.parse(String((await service.control("GET /clock")).at("now")));
  const setTo = (afterMs: number) => steered({ now: new Date(begun + afterMs).toISOString() });
  await answered("bob", { type: 5 });
  await setTo(899_999);
  expect((await view("alice", "general", "&limit=1")).text).toContain("[app] (is thinking)\n");
  await setTo(900_000);
  expect((await view("alice", "general", "&limit=1")).text).toContain("[app] (did not respond)\n");
});
