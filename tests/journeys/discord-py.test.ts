// The main use case with discord.py as Debian ships it: bare tokens in IDENTIFY, a heartbeat before
// it, zlib-stream, integers for ids, and callbacks without authorization.
import { afterEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { startPythonBot } from "./discord-py/start-bot.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aBot() {
  const service = await aService();
  cleanups.push(() => service.stop());
  const bot = startPythonBot(service);
  cleanups.push(() => bot.stop());
  const synced = await bot.next("synced");
  const ready = await bot.next("ready");
  return { service, bot, synced, ready };
}

/** Acts as a user through the control plane. */
function act(service: TestService, what: string, body: object) {
  const isCommand = what === "invoke" || what === "autocomplete";
  const place = isCommand ? { application: "Concierge", channel: "general" } : {};
  return service.control(`POST /users/alice/${what}`, { ...place, wait: 15_000, ...body });
}

test("a Python bot identifies, and answers every kind of interaction", async () => {
  const { service, bot, synced, ready } = await aBot();
  expect(synced["names"]).toEqual([
    "Shout",
    "Who is this",
    "color",
    "echo",
    "files",
    "form",
    "members",
    "menu",
    "think",
    "where",
  ]);
  expect(ready).toMatchObject({ user: demo.applicationId, channels: ["general"] });

  const echoed = await act(service, "invoke", {
    command: "echo",
    options: { text: "ha", times: 3, who: "bob" },
  });
  expect(echoed.body).toMatchObject({
    outcome: "replied",
    messages: [{ content: "bobby: hahaha" }],
  });

  const thought = await act(service, "invoke", { command: "think" });
  expect(thought.body).toMatchObject({ outcome: "replied", deferred: true });
  // The follow-up may have arrived before the edit is observed.
  expect(thought.at("messages", 0)).toMatchObject({ content: "thought", flags: 64 });
  expect(await bot.next("thought")).toMatchObject({
    original: "thought",
    followup: "and more",
    ephemeral: true,
  });

  const typed = await act(service, "autocomplete", {
    command: "color",
    options: { name: "gr" },
    focused: "name",
  });
  expect(typed.body).toMatchObject({
    outcome: "autocomplete",
    choices: [{ name: "green", value: "green" }],
  });

  const menu = await act(service, "invoke", { command: "menu" });
  const message = String(menu.at("messages", 0, "id"));
  const chosen = await act(service, "select", {
    message,
    custom_id: "people",
    values: ["alice", "@bob"],
  });
  expect(chosen.body).toMatchObject({ messages: [{ content: "alice,bob", flags: 64 }] });
  const clicked = await act(service, "click", { message, custom_id: "more" });
  expect(clicked.body).toMatchObject({ messages: [{ id: message, content: "more" }] });

  const form = await act(service, "invoke", { command: "form" });
  expect(form.body).toMatchObject({ outcome: "modal", modal: { title: "A form" } });
  const submitted = await act(service, "submit", {
    interaction: form.at("interaction"),
    fields: { name: "Alice" },
  });
  expect(submitted.body).toMatchObject({ messages: [{ content: "Hello, Alice" }] });

  const named = await act(service, "invoke", { command: "Who is this", target: "bob" });
  expect(named.body).toMatchObject({ messages: [{ content: "bobby" }] });
  const shouted = await act(service, "invoke", { command: "Shout", target: message });
  expect(shouted.body).toMatchObject({ messages: [{ content: "MORE" }] });

  const listed = await act(service, "invoke", { command: "members" });
  expect(listed.body).toMatchObject({ messages: [{ content: "Concierge,alice,bob True" }] });
  expect(bot.unheard().filter(({ event }) => event === "error")).toEqual([]);
});

test("a Python bot is used in a guild, a thread and a direct message", async () => {
  const { service, bot } = await aBot();
  const parent = { guild: "Test Guild", name: "a thread", type: 11, parent_id: "general" };
  expect((await service.control("POST /channels", parent)).status).toBe(201);
  const where = async (channel: string) =>
    (await act(service, "invoke", { channel, command: "where" })).at("messages", 0, "content");
  expect(await where("general")).toBe("Test Guild text alice");
  expect(await where("a thread")).toBe("Test Guild public_thread alice");
  expect(await where("@Concierge")).toBe("- private alice");
  expect(bot.unheard().filter(({ event }) => event === "error")).toEqual([]);
});

test("a Python bot reads a file option, and replies with a file", async () => {
  const { service, bot } = await aBot();
  const index = await service.asBot(`GET /applications/${demo.applicationId}/commands`);
  const commands = index.body as { id: string; name: string }[];
  const files = commands.find(({ name }) => name === "files");
  const form = new FormData();
  const data = {
    id: files?.id,
    type: 1,
    name: "files",
    options: [{ type: 11, name: "file", value: "0" }],
    attachments: [{ id: "0", filename: "a.txt" }],
  };
  const payload = {
    type: 2,
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    nonce: "1",
    session_id: "s",
    data,
  };
  form.set("payload_json", JSON.stringify(payload));
  form.set("files[0]", new Blob(["abc"], { type: "text/plain" }), "a.txt");
  const invoked = await service.asUser(demo.aliceToken, "POST /interactions", form);
  expect(invoked.status).toBe(204);
  expect(await bot.next("answered")).toMatchObject({ content: "a.txt" });
  const history = await service.asUser(demo.aliceToken, `GET /channels/${demo.generalId}/messages`);
  const [attachment] = history.at(0, "attachments") as { filename: string; url: string }[];
  expect(attachment?.filename).toBe("reversed.txt");
  expect(await (await fetch(attachment?.url ?? "")).text()).toBe("cba");
  expect(bot.unheard().filter(({ event }) => event === "error")).toEqual([]);
});

test("a Python bot recovers from every gateway fault", async () => {
  const { service, bot } = await aBot();
  const issues = [
    [{ drop: true }, "resumed"],
    [{ reconnect: true }, "resumed"],
    [{ invalid_session: true }, "resumed"],
    [{ close_code: 4000 }, "resumed"],
    [{ invalid_session: false }, "ready"],
    [{ close_code: 4009 }, "resumed"],
  ] as const;
  for (const [gateway, comeback] of issues) {
    const planned = await service.control("POST /faults", {
      match: { application: "Concierge" },
      gateway,
    });
    expect(planned.status).toBe(201);
    await bot.next(comeback);
    const echoed = await act(service, "invoke", {
      command: "echo",
      options: { text: "ha", times: 2, who: "bob" },
    });
    expect(echoed.body).toMatchObject({ messages: [{ content: "bobby: haha" }] });
  }
  await service.control("POST /faults", {
    match: { route: "interactions.callback" },
    http: { rate_limit: { retry_after: 0.2 } },
  });
  const limited = await act(service, "invoke", {
    command: "echo",
    options: { text: "ha", times: 1, who: "bob" },
  });
  expect(limited.body).toMatchObject({ messages: [{ content: "bobby: ha" }] });
  expect(bot.unheard().filter(({ event }) => event === "error")).toEqual([]);
});
