import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareCall } from "../testing/clients/bare-call.ts";
import { signIn } from "../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../testing/start-service.ts";
import { aWorld, tokensOf, worldOf } from "../testing/worlds/many-worlds.ts";

interface Shown {
  readonly id: string;
  readonly attachments: readonly [{ readonly url: string; readonly proxy_url: string }];
}

const FILES = "https://cdn.discordapp.com/attachments/";
const MEDIA = "https://media.discordapp.net/attachments/";
const asBot = `Bot ${demo.botToken}`;
const messages = `/channels/${demo.generalId}/messages`;

let service: TestService;

beforeAll(async () => {
  service = await aService({ settings: { servesGuardedNames: true } });
});

afterAll(() => service.stop());

function aFile(): FormData {
  const form = new FormData();
  form.append("files[0]", new Blob(["hello"], { type: "image/png" }), "a.png");
  return form;
}

/** Calls the API under a name of the platform. */
async function atPlatform(route: string, authorization = asBot, body = ""): Promise<unknown> {
  const headers = {
    authorization,
    "content-type": "application/json",
    "content-length": String(body.length),
    host: "discord.com",
  };
  const at = route.replace(" ", " /api/v10");
  return JSON.parse((await bareCall(service.url, at, headers, body)).text) as unknown;
}

/** The content of a file, requested at the host that its address names. */
async function loaded(address: string): Promise<string> {
  const { host, pathname, search } = new URL(address);
  return (await bareCall(service.url, `GET ${pathname}${search}`, { host })).text;
}

describe("a service that is reached under the platform's names", () => {
  test("gives callers of those names the platform's addresses of files, which load there", async () => {
    const sent = (await service.asBot(`POST ${messages}`, aFile())).body as Shown;
    const own = `${service.url}/cdn/attachments/`;
    expect(sent.attachments[0].url.startsWith(own)).toBe(true);
    const { attachments } = (await atPlatform(`GET ${messages}/${sent.id}`)) as Shown;
    const [{ url, proxy_url }] = attachments;
    expect([url.startsWith(FILES), proxy_url.startsWith(MEDIA)]).toEqual([true, true]);
    expect([await loaded(url), await loaded(proxy_url)]).toEqual(["hello", "hello"]);
  });

  test("gives each session the addresses of the name that it connected to", async () => {
    const gateway = `${service.url.replace("http", "ws")}/gateway/`;
    const identify = { token: demo.botToken, intents: 1 << 9 };
    const urls = [];
    for (const [query, host] of [
      ["?v=10&encoding=json", "gateway.discord.gg"],
      ["?v=10&encoding=etf", "gateway.discord.gg"],
      ["?v=10&encoding=json", new URL(service.url).host],
    ] as const) {
      const { client } = await signIn(gateway, identify, query, { host });
      await service.asBot(`POST ${messages}`, aFile());
      const { d } = await client.nextEvent("MESSAGE_CREATE");
      urls.push((d as Shown).attachments[0].url);
      client.ws.terminate();
    }
    const [json, etf, own] = urls as [string, string, string];
    expect([json.startsWith(FILES), etf.startsWith(FILES)]).toEqual([true, true]);
    expect(own.startsWith(`${service.url}/cdn/attachments/`)).toBe(true);
    expect([await loaded(json), await loaded(etf)]).toEqual(["hello", "hello"]);
  });

  test("finds a message's own file at the platform's address of it", async () => {
    const { id } = (await service.asBot(`POST ${messages}`, aFile())).body as Shown;
    const { attachments } = (await atPlatform(`GET ${messages}/${id}`)) as Shown;
    const embeds = [{ image: { url: attachments[0].url } }];
    const edit = JSON.stringify({ embeds });
    expect(await atPlatform(`PATCH ${messages}/${id}`, asBot, edit)).toMatchObject({
      attachments: [],
      embeds: [{ image: { proxy_url: expect.stringContaining(MEDIA) as string } }],
    });
  });

  test("names the world in the address of a file of another world", async () => {
    const world = await aWorld(service, { name: "second", from: { world: worldOf(1) } });
    const auth = `Bot ${tokensOf(1).bot}`;
    const { id } = (await world.call(`POST ${messages}`, { auth, body: aFile() })).body as Shown;
    const { attachments } = (await atPlatform(`GET ${messages}/${id}`, auth)) as Shown;
    expect(attachments[0].url).toMatch(/&world=second$/);
    expect(await loaded(attachments[0].url)).toBe("hello");
  });

  test("loads a picture of another world at the address that clients make of it", async () => {
    const world = await aWorld(service, { name: "third", from: { world: worldOf(2) } });
    const auth = `Bot ${tokensOf(2).bot}`;
    const avatar = "data:image/png;base64,iVBORw0KGgo=";
    const { body } = await world.call("PATCH /users/@me", { auth, body: { avatar } });
    const { id, avatar: hash } = body as { readonly id: string; readonly avatar: string };
    const path = `GET /avatars/${id}/${hash}.png`;
    const at = (query = "") => bareCall(service.url, path + query, { host: "cdn.discordapp.com" });
    expect((await at()).status).toBe(200);
    expect((await at("?world=second")).status).toBe(404);
  });

  test("sends a caller of those names who installed an application to the platform's page", async () => {
    const query = `client_id=${demo.applicationId}&scope=applications.commands&integration_type=1`;
    const route = `POST /oauth2/authorize?${query}`;
    expect(await atPlatform(route, demo.aliceToken, '{"authorize":true}')).toMatchObject({
      location: "https://discord.com/oauth2/authorized",
    });
    const { body } = await service.asUser(demo.aliceToken, route, { authorize: true });
    expect(body).toMatchObject({ location: `${service.url}/oauth2/authorized` });
  });
});
