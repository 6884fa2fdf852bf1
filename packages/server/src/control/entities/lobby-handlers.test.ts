// Adding users to lobbies through the control plane, over the wire.
import { afterEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const running: TestService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

async function aLobby() {
  const service = await aService();
  running.push(service);
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  const put = async (user: string, body: object = {}, lobby = id) => {
    const { status, body: answer } = await service.control(
      `PUT /lobbies/${lobby}/members/${user}`,
      body,
    );
    return { status, ...(answer as object) };
  };
  return { service, id, put };
}

test("a user is added to a lobby, and changed there", async () => {
  const { service, id, put } = await aLobby();
  expect(await put("bob", { metadata: { team: "red" } })).toMatchObject({
    status: 200,
    id: demo.bobId,
    metadata: { team: "red" },
  });
  expect(await put(demo.bobId, { flags: 1 })).toMatchObject({ status: 200, flags: 1 });
  const { members } = (await service.asBot(`GET /lobbies/${id}`)).body as {
    members: { id: string }[];
  };
  expect(members.map((member) => member.id)).toEqual([demo.bobId]);
});

test("bots, unknown users and unknown lobbies are refused", async () => {
  const { put } = await aLobby();
  expect(await put("Concierge")).toMatchObject({ status: 403, code: 20001 });
  expect(await put("nobody")).toMatchObject({ status: 404, code: 10013 });
  expect(await put("bob", {}, "1")).toMatchObject({ status: 404 });
  expect(await put("bob", { metadata: 1 })).toMatchObject({ status: 400, code: 50035 });
});

test("a lobby is read completely, and changed as its application would", async () => {
  const { service, id, put } = await aLobby();
  await put("bob", { additional_name: "Vex" });
  const { status, body } = await service.control(`PATCH /lobbies/${id}`, {
    metadata: { map: "reef" },
    idle_timeout_seconds: 60,
  });
  expect(status).toBe(200);
  const read = await service.control(`GET /lobbies/${id}`);
  expect(read.body).toEqual(body);
  expect(read.body).toMatchObject({
    id,
    application: demo.applicationId,
    metadata: { map: "reef" },
    members: 1,
    connected: 0,
    member_list: [{ id: demo.bobId, additional_name: "Vex", connected: false }],
    idle_timeout_seconds: 60,
    linked_channel: null,
    linked_by: null,
    secret_expires_at: null,
    override_event_webhooks_url: null,
  });
  const { created_at, closes_at } = read.body as { created_at: string; closes_at: string };
  expect(Date.parse(closes_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(60_000);
  const lobby = (await service.asBot(`GET /lobbies/${id}`)).body as { metadata: object };
  expect(lobby.metadata).toEqual({ map: "reef" });
});

test("a member is removed, and stays removed", async () => {
  const { service, id, put } = await aLobby();
  await put("bob");
  const out = async () => (await service.control(`DELETE /lobbies/${id}/members/bob`)).status;
  expect([await out(), await out()]).toEqual([204, 204]);
  expect((await service.control(`GET /lobbies/${id}`)).at("members")).toBe(0);
});

test("messages of a lobby are listed, newest first", async () => {
  const { service } = await aLobby();
  const auth = `Bearer ${demo.accessToken}`;
  const { id } = await service.call("PUT /lobbies", { auth, body: { secret: "sesame" } });
  for (const content of ["one", "two"]) {
    await service.call(`POST /lobbies/${id}/messages`, { auth, body: { content } });
  }
  const contents = async (query: string) =>
    (
      (await service.control(`GET /lobbies/${id}/messages${query}`)).body as { content: string }[]
    ).map(({ content }) => content);
  expect(await contents("")).toEqual(["two", "one"]);
  expect(await contents("?limit=1")).toEqual(["two"]);
  expect((await service.control("GET /lobbies/1/messages")).status).toBe(404);
});
