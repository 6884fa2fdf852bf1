// The same seed and script give the same bytes, since time, randomness and ids come from ports
// only.
import { expect, test } from "vitest";
import { aService, demo, type TestService } from "../packages/server/src/testing/start-service.ts";
import { demoWorld } from "../packages/server/src/control/world-file/demo-world.ts";

const world = { ...demoWorld, clock: { now: "2026-11-21T00:00:00Z", frozen: true } };

/** All responses of one service to one script. */
async function transcript(): Promise<readonly string[]> {
  const service = await aService({ world });
  try {
    return await play(service);
  } finally {
    await service.stop();
  }
}

async function play(service: TestService): Promise<readonly string[]> {
  const lines: string[] = [];
  const say = async (answer: ReturnType<TestService["asBot"]>): Promise<string> => {
    const { status, text, id } = await answer;
    lines.push(`${status} ${text}`);
    return id;
  };
  const commands = `/applications/${demo.applicationId}/commands`;
  await say(service.asBot(`PUT ${commands}`, [{ name: "ping", description: "Answers" }]));
  const lobby = await say(service.asBot("POST /lobbies", { members: [{ id: demo.aliceId }] }));
  await say(service.control("PATCH /clock", { advance: "PT1H" }));
  await say(service.asBot(`PUT /lobbies/${lobby}/members/${demo.bobId}`, { metadata: { a: "b" } }));
  await say(
    service.control("POST /users/alice/invoke", {
      application: "Concierge",
      channel: "general",
      command: "ping",
      until: "acknowledged",
      wait: 1,
    }),
  );
  await say(service.control("PATCH /clock", { advance: "PT3S" }));
  await say(service.asBot(`GET /lobbies/${lobby}`));
  await say(service.asBot(`GET /guilds/${demo.guildId}`));
  await say(service.asBot("POST /lobbies", { metadata: 1 }));
  await say(service.control("GET /world"));
  return lines;
}

test("the same script yields the same transcript twice", async () => {
  const first = await transcript();
  expect(first).toHaveLength(10);
  expect(await transcript()).toEqual(first);
});
