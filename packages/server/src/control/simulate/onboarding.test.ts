import { afterEach, beforeEach, expect, test } from "vitest";
import { demoWorld } from "../world-file/demo-world.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const [demoGuild] = demoWorld.guilds ?? [];
const ids = Array.from({ length: 7 }, (_, i) => `30000000000000006${i}`);
const [red, blue] = ["300000000000000071", "300000000000000072"] as const;
const guild = `/guilds/${demo.guildId}`;

const world = {
  ...demoWorld,
  guilds: [
    {
      ...demoGuild,
      features: ["COMMUNITY"],
      channels: [
        ...(demoGuild?.channels ?? []),
        ...ids.map((id, i) => ({ id, name: `room-${i}` })),
      ],
      roles: [...(demoGuild?.roles ?? []), { id: red, name: "red" }, { id: blue, name: "blue" }],
    },
  ],
};

const team = {
  id: "1",
  title: "Team?",
  single_select: true,
  required: true,
  in_onboarding: true,
  options: [
    { title: "Red", role_ids: [red] },
    { title: "Blue", role_ids: [blue] },
  ],
};
const more = { id: "2", title: "More?", options: [{ title: "Ships", channel_ids: [ids[0]] }] };

let service: TestService;
beforeEach(async () => {
  service = await aService({ world, frozen: true });
  const everyone = { permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] };
  await service.control(`PATCH /roles/${demo.guildId}`, everyone);
});
afterEach(() => service.stop());

const set = (enabled: boolean) =>
  service.asBot(`PUT ${guild}/onboarding`, {
    prompts: [team, more],
    default_channel_ids: ids,
    enabled,
  });
const answer = (...options: readonly string[]) =>
  service.control("POST /users/bob/onboarding", { guild: "Test Guild", options });
const rolesOfBob = async () =>
  (await service.asBot(`GET ${guild}/members/${demo.bobId}`)).at("roles") as readonly string[];

test("answers give the roles and flags of their options; other answers remove them", async () => {
  expect((await set(true)).status).toBe(200);
  const first = await answer("Red", "Ships");
  expect([first.status, first.at("flags")]).toEqual([200, 10]);
  expect(await rolesOfBob()).toEqual(["300000000000000011", red]);
  await answer("Blue");
  expect(await rolesOfBob()).toEqual(["300000000000000011", blue]);
});

test("a single-choice prompt takes one option, a required one needs an answer, unknown options are refused", async () => {
  await set(true);
  const faults = async (...options: readonly string[]) =>
    JSON.stringify((await answer(...options)).at("errors"));
  expect(await faults("Red", "Blue")).toContain("One option alone answers: Team?");
  expect(await faults("Ships")).toContain("An option must answer: Team?");
  expect(await faults("Red", "Green")).toContain("No option is named Green");
});

test("answers are refused while onboarding is off, and of non-members", async () => {
  await set(false);
  expect((await answer("Red")).at("message")).toBe("This guild has no onboarding that is enabled");
  await service.control("POST /users", { username: "carol" });
  const carol = { guild: "Test Guild", options: [] };
  expect((await service.control("POST /users/carol/onboarding", carol)).at("code")).toBe(10007);
});
