// Putting users into lobbies through the control plane, over the wire.
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

test("a user is put into a lobby, and changed there", async () => {
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

test("bots, strangers and lobbies that there are not are refused", async () => {
  const { put } = await aLobby();
  expect(await put("Concierge")).toMatchObject({ status: 403, code: 20001 });
  expect(await put("nobody")).toMatchObject({ status: 404, code: 10013 });
  expect(await put("bob", {}, "1")).toMatchObject({ status: 404 });
  expect(await put("bob", { metadata: 1 })).toMatchObject({ status: 400, code: 50035 });
});
