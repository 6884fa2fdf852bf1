// In channels that cannot have messages, applications cannot be used either, with the same refusal
// as for a message. Source: protocol: gateway-oauth-limits 2.1, 4.16.
import { ChannelType } from "@antechamber/contract/guilds";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const kinds = {
  category: { id: "300000000000000041", type: ChannelType.GUILD_CATEGORY },
  directory: { id: "300000000000000042", type: ChannelType.GUILD_DIRECTORY },
  forum: { id: "300000000000000043", type: ChannelType.GUILD_FORUM },
  media: { id: "300000000000000044", type: ChannelType.GUILD_MEDIA },
} as const;
const [guild] = demoWorld.guilds ?? [];
const [concierge] = demoWorld.applications ?? [];
const ping = {
  id: "400000000000000001",
  name: "ping",
  description: "Answers",
  options: [{ type: 3 as const, name: "what", description: "What", autocomplete: true }],
};
const places = Object.entries(kinds).map(([name, each]) => ({ ...each, name }));
const world = {
  ...demoWorld,
  applications: [{ ...concierge, commands: [ping] }],
  guilds: [{ ...guild, channels: [...(guild?.channels ?? []), ...places] }],
};

let service: TestService;
beforeAll(async () => {
  service = await aService({ world });
});
afterAll(() => service.stop());

describe.each(Object.entries(kinds))("in a %s", (name, { id }) => {
  const form = { application: "Concierge", channel: name, command: "ping" };
  const asBob = (type: number, data: object) =>
    service.asUser(demo.bobToken, "POST /interactions", {
      type,
      application_id: demo.applicationId,
      guild_id: demo.guildId,
      channel_id: id,
      data: { id: ping.id, name: "ping", ...data },
    });
  const typed = { options: [{ type: 3, name: "what", value: "", focused: true }] };

  test.each([
    ["a message", () => service.asUser(demo.bobToken, `POST /channels/${id}/messages`, {})],
    ["a command", () => asBob(2, {})],
    ["typing", () => asBob(4, typed)],
    ["an invocation", () => service.control("POST /users/bob/invoke", form)],
    [
      "an invocation of one's own application",
      () => service.control("POST /users/alice/invoke", form),
    ],
    [
      "simulated typing",
      () => service.control("POST /users/bob/autocomplete", { ...form, focused: "what" }),
    ],
    [
      "the question whether one may",
      () => service.control(`GET /decision?user=bob&${new URLSearchParams(form).toString()}`),
    ],
  ])("refuses %s with one error code", async (_what, call) => {
    const { status, body } = await call();
    expect([status, body]).toMatchObject([400, { code: 50008 }]);
  });

  test("the command index is empty", async () => {
    const index = await service.asUser(
      demo.bobToken,
      `GET /channels/${id}/application-command-index`,
    );
    expect([index.status, index.at("application_commands")]).toEqual([200, []]);
  });
});

test("the command index of other channels has the command", async () => {
  const path = `GET /channels/${demo.generalId}/application-command-index`;
  const index = await service.asUser(demo.bobToken, path);
  expect(index.at("application_commands")).toMatchObject([{ name: "ping" }]);
});
