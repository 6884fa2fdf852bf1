import { afterAll, beforeAll, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { targetForm, useGuilds } from "../../testing/scripts/guild-script.ts";
import { anMp3, aSound } from "../../testing/files/sound-files.ts";
import { aGif } from "../../testing/files/sticker-files.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;

const world = {
  ...demoWorld,
  users: (demoWorld.users ?? []).map((user) =>
    user.username === "alice" ? { ...user, connections: [{ type: "github" }] } : user,
  ),
  access_tokens: [
    { token: "may", user: "alice", application: "Concierge", scopes: ["connections"] },
    { token: "may-not", user: "alice", application: "Concierge", scopes: ["identify"] },
  ],
};

beforeAll(async () => {
  service = await aService({ world });
});
afterAll(() => service.stop());

const invitesPath = `/channels/${demo.generalId}/invites`;

test("every endpoint of guilds answers", async () => {
  expect((await useGuilds(service)).filter((status) => status >= 300)).toEqual([]);
});

test("the target users of an invite are read as CSV and uploaded as a file in a form", async () => {
  const form = new FormData();
  form.append("max_uses", "7");
  form.append("temporary", "true");
  form.append("role_ids", "300000000000000011");
  form.append(
    "target_users_file",
    new Blob([`user_id\r\n${demo.aliceId}\r\n${demo.bobId}`]),
    "users.csv",
  );
  const made = await service.asUser(demo.aliceToken, `POST ${invitesPath}`, form);
  expect(made.body).toMatchObject({ max_uses: 7, temporary: true, roles: [{ name: "mods" }] });
  const path = `/invites/${String(made.at("code"))}/target-users`;
  const list = await service.asBot(`GET ${path}`);
  expect([list.headers.get("content-type"), list.text]).toEqual([
    "text/csv",
    `user_id\n${demo.aliceId}\n${demo.bobId}\n`,
  ]);
  const refused = await service.asBot(`PUT ${path}`, targetForm("user_id\nbob\n"));
  expect([refused.status, refused.at("code"), refused.at("target_users_file")]).toEqual([
    400,
    50035,
    ["Line 2: Invalid user ID: bob"],
  ]);
  const empty = await service.asBot(`PUT ${path}`, {});
  expect(empty.at("errors", "target_users_file", "_errors", 0, "code")).toBe("BASE_TYPE_REQUIRED");
});

test("anyone can read an invite, users can use it, bots cannot", async () => {
  const { body } = await service.asBot(`POST ${invitesPath}`, {});
  const { code } = body as { code: string };
  expect((await service.call(`GET /invites/${code}`)).status).toBe(200);
  const asBot = await service.asBot(`POST /invites/${code}`, {});
  expect([asBot.status, asBot.at("code")]).toEqual([403, 20001]);
  expect((await service.call(`POST /invites/${code}`)).status).toBe(401);
  const used = await service.asUser(demo.bobToken, `POST /invites/${code}`);
  expect([used.status, used.at("new_member")]).toEqual([200, false]);
});

// Proves requirement 4.3 "GET /users/@me/connections"
test("connections require their scope", async () => {
  const read = (token: string) =>
    service.call("GET /users/@me/connections", { auth: `Bearer ${token}` });
  expect((await read("may")).at(0, "type")).toBe("github");
  const refused = await read("may-not");
  expect([refused.status, refused.at("code")]).toEqual([403, 50026]);
});

test("a voice status accepts an audit log reason", async () => {
  const answer = await service.call(`PUT /channels/${demo.voiceId}/voice-status`, {
    auth: `Bot ${demo.botToken}`,
    body: { status: "x" },
    headers: { "x-audit-log-reason": "because" },
  });
  expect([answer.status, answer.text]).toEqual([204, ""]);
});

test("sound files are served without an extension", async () => {
  const form = { name: "horn", sound: aSound() };
  const added = await service.asBot(`POST /guilds/${demo.guildId}/soundboard-sounds`, form);
  const soundAt = async (id: unknown) => {
    const response = await fetch(`${service.url}/cdn/soundboard-sounds/${String(id)}`);
    return [response.status, response.headers.get("content-type"), await response.bytes()];
  };
  expect(await soundAt(added.at("sound_id"))).toEqual([200, "audio/mpeg", new Uint8Array(anMp3())]);
  expect((await soundAt("1")).slice(0, 2)).toEqual([200, "audio/mpeg"]);
  for (const id of ["9", "1.mp3"]) expect((await soundAt(id))[0]).toBe(404);
});

test("sticker files are served with their content type", async () => {
  const form = new FormData();
  form.append("name", "wave");
  form.append("tags", "wave");
  form.append("file", new Blob([Uint8Array.from(aGif())]), "wave.gif");
  const { id } = await service.asBot(`POST /guilds/${demo.guildId}/stickers`, form);
  const packs = await service.call("GET /sticker-packs");
  const { cover_sticker_id: drawn } = packs.at("sticker_packs", 0) as { cover_sticker_id: string };
  const stickerAt = async (name: string) => {
    const response = await fetch(`${service.url}/cdn/stickers/${name}`);
    return [response.status, response.headers.get("content-type")];
  };
  expect(await stickerAt(`${id}.gif`)).toEqual([200, "image/gif"]);
  expect(await stickerAt(`${drawn}.json`)).toEqual([200, "application/json"]);
  for (const name of [`${id}.png`, `${id}.json`, `${drawn}.png`, "9.png", "x.png"]) {
    expect((await stickerAt(name))[0]).toBe(404);
  }
});

test("images of members, events and emojis are served as uploaded", async () => {
  const member = await service.asBot(`PATCH /guilds/${demo.guildId}/members/@me`, {
    avatar: aPicture(),
    banner: aPicture("gif"),
  });
  const emoji = await service.asBot(`POST /guilds/${demo.guildId}/emojis`, {
    name: "smile",
    image: aPicture(),
  });
  const own = `/cdn/guilds/${demo.guildId}/users/${demo.applicationId}`;
  const fetched = async (path: string) => {
    const response = await fetch(service.url + path);
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  const dotOf = (type?: "gif") =>
    Buffer.from(aPicture(type).split(",")[1] ?? "", "base64").toString();
  const dot = dotOf();
  const avatar = String(member.at("avatar"));
  expect(await fetched(`${own}/avatars/${avatar}.png?size=64`)).toEqual([200, "image/png", dot]);
  const banner = `${own}/banners/${String(member.at("banner"))}.gif`;
  expect(await fetched(banner)).toEqual([200, "image/gif", dotOf("gif")]);
  expect(await fetched(`/cdn/emojis/${emoji.id}.webp`)).toEqual([200, "image/png", dot]);
  for (const path of ["/cdn/emojis/1.png", `${own}/avatars/${avatar}`, `${own}/avatars/x.png`]) {
    expect((await fetched(path))[0]).toBe(404);
  }
});

// Proves requirement 9 "permissions_new"
test("the list of own guilds has permissions twice", async () => {
  const { body } = await service.asBot("GET /users/@me/guilds");
  const [own] = body as { permissions: string; permissions_new: string }[];
  expect(own?.permissions_new).toBe(own?.permissions);
});

test("the list of own guilds is limited to one shard on request", async () => {
  const ids = async (shard: number) =>
    ((await service.asBot(`GET /users/@me/guilds?shard=${shard}`)).body as { id: string }[]).map(
      ({ id }) => id,
    );
  expect([await ids(0), await ids(1)]).toEqual([[demo.guildId], []]);
});
