// Plants every kind of secret wherever one can be, and finds none in anything the journal shows.
import { expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { anEventStream } from "../../testing/clients/event-stream.ts";
import { CONTROL_KEY, demo, type TestService } from "../../testing/start-service.ts";
import { aServiceOfTest } from "../../testing/service-of-test.ts";

interface Page {
  readonly items: readonly { readonly id: string; readonly trace: string }[];
}

/** Everything that the journal shows, as one text. */
async function journalText(service: TestService): Promise<string> {
  const { text, body } = await service.control("GET /journal?after=0&limit=1000");
  const texts = [text];
  const { items } = body as Page;
  for (const { id } of items) texts.push((await service.control(`GET /journal/${id}`)).text);
  for (const trace of new Set(items.map((each) => each.trace))) {
    texts.push((await service.control(`GET /traces/${trace}`)).text);
    for (const as of ["curl", "har", "jsonl", "vitest", "pytest", "world"]) {
      texts.push((await service.control(`GET /journal/export?trace=${trace}&as=${as}`)).text);
    }
  }
  const stream = await anEventStream(`${service.url}/control/v1/journal?follow=1&after=0`, {
    authorization: `Control ${CONTROL_KEY}`,
  });
  for (let i = 0; i <= items.length; i += 1) texts.push(JSON.stringify(await stream.next()));
  await stream.stop();
  return texts.join("\n");
}

/** Calls that carry a secret in every place where a client may put one. */
async function plantEverywhere(service: TestService, secret: string): Promise<void> {
  const content = `the secret is ${secret}, keep it`;
  const message = `POST /channels/${demo.generalId}/messages`;
  await service.call("GET /users/@me", { auth: secret });
  await service.call("GET /users/@me", { auth: `Bot ${secret}` });
  await service.call("GET /oauth2/@me", { auth: `Bearer ${secret}` });
  await service.call("GET /users/@me", { auth: `Basic ${btoa(`id:${secret}`)}` });
  await service.call("GET /users/@me", {
    headers: { cookie: `session=${secret}`, "x-of-mine": secret },
  });
  await service.call(`GET /users/@me?token=${secret}&of=${encodeURIComponent(`mine ${secret}`)}`);
  await service.call(`GET /nowhere/${secret}`);
  await service.call(`POST /webhooks/${demo.applicationId}/${secret}`, { body: { content } });
  await service.call(`POST /interactions/1/${secret}/callback`, { body: { type: 1 } });
  await service.asBot(message, { content });
  await service.asBot(message, { content: "x", embeds: [{ title: content }] });
  await service.asBot(message, { token: secret, content: "x", nonsense: { deep: [secret] } });
  await service.asBot(message, `{"content": "broken ${secret}`);
  await service.asBot("POST /lobbies", { metadata: { note: content } });
  await service.asBot("PUT /lobbies", { secret });
  const form = { client_id: demo.applicationId, client_secret: secret, code: secret };
  await service.call("POST /oauth2/token", {
    body: new URLSearchParams({ grant_type: "authorization_code", ...form }),
  });
  await service.call("POST /oauth2/token/revoke", { body: new URLSearchParams({ token: secret }) });
  const files = new FormData();
  files.set("payload_json", JSON.stringify({ content }));
  files.set("files[0]", new Blob([content]), "note.txt");
  await service.asBot(message, files);
  await service.control("POST /users", { username: "mallory", token: secret });
  await plantInRefusals(service, secret);
  await plantEncoded(service, secret);
}

/** Calls whose refusal quotes a value that was sent, or the name of its field. */
async function plantInRefusals(service: TestService, secret: string): Promise<void> {
  const message = { content: "x", message_reference: { message_id: secret } };
  await service.asBot(`GET /channels/${secret}`);
  await service.asBot(`GET /channels/${demo.generalId}/messages?before=${secret}`);
  await service.asBot(`POST /channels/${demo.generalId}/messages`, message);
  await service.control("PATCH /applications/Concierge", { owner: secret });
  await service.control("POST /members", { guild: "Test Guild", user: secret });
  await service.control("PUT /world", { applications: [{ name: "A", owner: secret }] });
  await service.control("POST /users", { username: "mallory", [secret]: 1 });
}

/** Percent-encodes every character, or all but letters and digits. */
async function plantEncoded(service: TestService, secret: string): Promise<void> {
  for (const encoded of encodings(secret)) {
    await service.call("GET /users/@me", { headers: { "x-audit-log-reason": `100% ${encoded}` } });
    await service.call(`GET /channels/${encoded}`, { auth: `Bot ${demo.botToken}` });
    await service.call(`GET /users/@me?half=50%&of=${encoded}`);
    const content = `https://x.example/?of=${encoded}`;
    await service.asBot(`POST /channels/${demo.generalId}/messages`, { content });
    await service.call("POST /oauth2/token", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `grant_type=client_credentials&foo=${encoded}`,
    });
  }
}

function encodings(secret: string): readonly [all: string, signs: string] {
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return [secret.replaceAll(/./g, encoded), secret.replaceAll(/[^a-z0-9]/gi, encoded)];
}

test.each([
  ["a bot's token", demo.botToken],
  ["a user's token", demo.aliceToken],
  ["an access token", demo.accessToken],
  ["a client's secret", demo.clientSecret],
  ["the key of the control plane", CONTROL_KEY],
  ["a token that does not exist", "bm9ib2R5LWhhcy10aGlzLXRva2Vu.abc.DEF-123456"],
])("%s is nowhere in the journal", async (_what, secret) => {
  const service = await aServiceOfTest();
  await plantEverywhere(service, secret);
  const text = await journalText(service);
  expect(text).toContain("[redacted]");
  expect(text).not.toContain(secret);
  expect(text).not.toContain(btoa(`id:${secret}`));
  for (const encoded of encodings(secret)) expect(text).not.toContain(encoded);
});

test("a token in the name or the word of a rule that refuses a message is nowhere in the journal", async () => {
  const [guild] = demoWorld.guilds ?? [];
  const rule = {
    name: `not ${demo.bobToken}`,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: [demo.accessToken] },
    actions: [{ type: 1, metadata: {} }],
  };
  const guilds = [{ ...guild, auto_moderation_rules: [rule] }];
  const service = await aServiceOfTest({ world: { ...demoWorld, guilds } });
  const content = `my ${demo.accessToken}`;
  const route = `POST /channels/${demo.generalId}/messages`;
  const refused = await service.asUser(demo.bobToken, route, { content });
  expect(refused.status).toBe(400);
  const { items } = (await service.control("GET /journal?kind=refusal")).body as Page;
  expect(items).toMatchObject([
    {
      refusal: { rule: { name: "not [redacted]", keyword: "[redacted]" } },
      summary: expect.stringContaining("by the rule not [redacted]") as unknown,
    },
  ]);
  const text = await journalText(service);
  for (const secret of [demo.bobToken, demo.accessToken]) expect(text).not.toContain(secret);
});

test.each([
  ["a list", (secret: string) => [secret, "x"]],
  ["an object", (secret: string) => ({ a: { b: [1, secret] } })],
  ["the key of an object", (secret: string) => ({ [secret]: null })],
  ["a list of quoted texts", (secret: string) => [`"${secret}" \\ "`]],
])("a secret that is sent as %s is nowhere in the journal", async (_what, sent) => {
  const service = await aServiceOfTest();
  const calls = [
    (secret: unknown) => service.control("POST /users", { username: "z", token: secret }),
    (secret: unknown) => service.control("POST /users", `{"token": ${JSON.stringify(secret)}`),
    (secret: unknown) =>
      service.call("PUT /lobbies", { auth: `Bearer ${demo.accessToken}`, body: { secret } }),
    (secret: unknown) =>
      service.call("POST /partner-sdk/provisional-accounts/unmerge", {
        body: { client_id: demo.applicationId, external_auth_token: secret },
      }),
    (secret: unknown) =>
      service.control("PATCH /applications/Concierge", { client_secret: secret }),
  ];
  for (const [i, call] of calls.entries()) await call(sent(`fresh-secret-${i}-of-mine`));
  const text = await journalText(service);
  expect(text).toContain("[redacted]");
  expect(text).not.toContain("of-mine");
});

test("a number in place of a secret is nowhere in the journal", async () => {
  const service = await aServiceOfTest();
  await service.control("POST /users", { username: "z", token: 9_876_543_210 });
  const text = await journalText(service);
  expect(text).toContain("[redacted]");
  expect(text).not.toContain("9876543210");
});

test("a command that is named like a token is decided on without its name", async () => {
  const commands = [{ name: demo.bobToken, description: "x" }];
  const [application] = demoWorld.applications ?? [];
  const applications = [{ ...application, commands }];
  const service = await aServiceOfTest({ world: { ...demoWorld, applications } });
  await service.control("POST /users/bob/invoke", {
    application: "Concierge",
    channel: "general",
    command: demo.bobToken,
    until: "acknowledged",
    wait: 0,
  });
  const text = await journalText(service);
  expect(text).toContain("Permission check for [redacted]");
  expect(text).not.toContain(demo.bobToken);
});

test("secrets of the world file are redacted before their first use", async () => {
  const service = await aServiceOfTest();
  const secrets = [demo.bobToken, demo.accessToken, demo.clientSecret];
  const content = `of others: ${secrets.join(", ")}`;
  await service.asBot(`POST /channels/${demo.generalId}/messages`, { content });
  const text = await journalText(service);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test("secrets that the service issues are nowhere in the journal", async () => {
  const service = await aServiceOfTest();
  const user = await service.control("POST /users", { username: "carol" });
  const application = await service.control("POST /applications", { name: "Porter" });
  const form = { grant_type: "client_credentials", scope: "identify" };
  const tokens = await service.call("POST /oauth2/token", {
    auth: `Basic ${btoa(`${demo.applicationId}:${demo.clientSecret}`)}`,
    body: new URLSearchParams(form),
  });
  const issued = [
    user.at("token"),
    application.at("bot", "token"),
    application.at("client_secret"),
    tokens.at("access_token"),
  ];
  expect(issued.every((each) => typeof each === "string" && each.length > 7)).toBe(true);
  await service.asBot(`POST /channels/${demo.generalId}/messages`, { content: issued.join(" ") });
  const text = await journalText(service);
  for (const secret of issued) expect(text).not.toContain(secret);
});

test("the secrets of a multipart sign-in are nowhere in the journal", async () => {
  const service = await aServiceOfTest();
  const form = new FormData();
  const secrets = { code: "a-code-that-nobody-has", client_secret: "a-secret-that-nobody-has" };
  const fields = { grant_type: "authorization_code", client_id: demo.applicationId, ...secrets };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await service.call("POST /oauth2/token", { body: form });
  const text = await journalText(service);
  expect(text).toContain("authorization_code");
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
});
