// Players of games, whose acts the API may refuse.
import { expect, test } from "./runners/vitest.ts";

test("an act of a player that is refused has the status and the code of the refusal", async ({
  world,
}) => {
  const lobby = await world.player("alice").join("Arena", { secret: "harbour" });
  await expect(world.player("bob").lobby(lobby).send("hello")).rejects.toMatchObject({
    name: "ApiRefusal",
    status: 403,
    code: 40109,
    message: expect.stringContaining("User must be a member of the lobby") as unknown,
  });
});

test("a page in place of an answer is the reason of a refusal", async ({ world }) => {
  const lobby = await world.player("alice").join("Arena", { secret: "harbour" });
  const http = { status: 503, body: "<h1>Gone</h1>" };
  await world.faults.add({ match: { user: "alice" }, http });
  await expect(lobby.send("hello")).rejects.toMatchObject({ status: 503, reason: "<h1>Gone</h1>" });
});
