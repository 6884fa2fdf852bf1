import { expect, test } from "vitest";
import { demoWorld } from "../demo-world.ts";
import { aService, demo } from "../../../testing/start-service.ts";

const [guild] = demoWorld.guilds ?? [];
const carol = { id: "100000000000000009", username: "carol" };
const withBans = (bans: readonly object[]) => ({
  ...demoWorld,
  users: [...(demoWorld.users ?? []), carol],
  guilds: [{ ...guild, bans }],
});

test("bans of a world file apply, and are exported", async () => {
  const world = withBans([{ user: "carol", reason: "spam" }]);
  const service = await aService({ world });
  const answer = await service.asUser(demo.aliceToken, `GET /guilds/${demo.guildId}/bans`);
  expect(answer.body).toMatchObject([{ user: { id: carol.id }, reason: "spam" }]);
  const exported = await service.control("GET /world");
  expect(exported.body).toMatchObject({ guilds: [{ bans: [{ user: "carol", reason: "spam" }] }] });
  await service.stop();
});

test.each([
  ["a member", [{ user: "bob" }], "guilds.0.bans.0.user"],
  ["the same user twice", [{ user: "carol" }, { user: "carol" }], "guilds.0.bans.1.user"],
])("%s cannot be banned", async (_, bans, place) => {
  const service = await aService();
  const { status, body } = await service.control("PUT /world", withBans(bans));
  const at = place
    .split(".")
    .reduce(
      (tree: unknown, step) => Reflect.get(tree as object, step),
      (body as { errors: object }).errors,
    );
  expect([status, at]).toMatchObject([400, { _errors: [{}] }]);
  await service.stop();
});
