import { permissionSplits, type PermissionName } from "@antechamber/contract";
import type { WorldFile } from "@antechamber/contract/control";
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import type { Answer } from "../../testing/answer.ts";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

type Split = keyof typeof permissionSplits;

const DAY_MS = 86_400_000;
const slowId = "300000000000000023";
const basics: PermissionName[] = ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"];

/**
 * The demo world, in which the roles of the bot and of bob have only basic permissions and those
 * given.
 */
function worldOf(granted: readonly PermissionName[]): WorldFile {
  const permissions = [...granted];
  const [guild] = demoWorld.guilds ?? [];
  const { channels = [] } = guild ?? {};
  return {
    ...demoWorld,
    guilds: [
      {
        ...guild,
        roles: [
          { id: demo.guildId, name: "@everyone", permissions: [...basics, "CONNECT"] },
          { id: "300000000000000011", name: "mods", permissions },
        ],
        channels: [...channels, { id: slowId, name: "slow", type: 0, rate_limit_per_user: 60 }],
        applications: [{ application: "Concierge", scopes: ["bot"], permissions }],
      },
    ],
  };
}

/** A service whose clock is frozen a day before a permission is split. */
async function beforeSplit(name: Split, granted?: readonly PermissionName[]) {
  const world = worldOf(granted ?? permissionSplits[name].before);
  const service = await aService({ world, frozen: true });
  onTestFinished(() => service.stop());
  const day = parseTimestamp(permissionSplits[name].from) ?? 0;
  /** Moves the clock to this many milliseconds from the date of the split. */
  const standAt = async (fromDay: number) => {
    const moved = await service.control("PATCH /clock", { now: timestamp(day + fromDay) });
    expect([moved.status, moved.at("frozen")]).toEqual([200, true]);
  };
  await standAt(-DAY_MS);
  return { service, standAt };
}

const outcome = (answer: Answer): readonly unknown[] =>
  answer.status < 300 ? [answer.status] : [answer.status, answer.at("code")];

type Act = (service: TestService) => Promise<Answer>;

/** Pins a message that is not pinned yet. */
const pinBy =
  (path: string): Act =>
  async (service) => {
    const sent = await service.asBot(`POST /channels/${demo.generalId}/messages`, { content: "x" });
    expect(sent.status).toBe(200);
    return await service.asBot(`PUT /channels/${demo.generalId}/${path}/${sent.id}`);
  };

const addEmoji: Act = (service) =>
  service.asBot(`POST /guilds/${demo.guildId}/emojis`, { name: "smile", image: aPicture() });

const planEvent: Act = (service) =>
  service.asBot(`POST /guilds/${demo.guildId}/scheduled-events`, {
    name: "Quiz",
    privacy_level: 2,
    entity_type: 2,
    channel_id: demo.voiceId,
    scheduled_start_time: timestamp(service.clock.now() + DAY_MS),
  });

const writeSlowly: Act = (service) =>
  service.asUser(demo.bobToken, `POST /channels/${slowId}/messages`, { content: "x" });

interface Case {
  readonly what: string;
  readonly name: Split;
  readonly act: Act;
  readonly success: number;
}

const cases: readonly Case[] = [
  { what: "pins a message", name: "PIN_MESSAGES", act: pinBy("messages/pins"), success: 204 },
  { what: "pins by the old path", name: "PIN_MESSAGES", act: pinBy("pins"), success: 204 },
  { what: "adds an emoji", name: "CREATE_GUILD_EXPRESSIONS", act: addEmoji, success: 201 },
  { what: "plans an event", name: "CREATE_EVENTS", act: planEvent, success: 200 },
];

describe.each(cases)("a bot $what", ({ name, act, success }) => {
  test("with the broader permission until the day of the split, not after", async () => {
    const { service, standAt } = await beforeSplit(name);
    expect(outcome(await act(service))).toEqual([success]);
    await standAt(-1);
    expect(outcome(await act(service))).toEqual([success]);
    await standAt(0);
    expect(outcome(await act(service))).toEqual([403, 50013]);
    await standAt(DAY_MS);
    expect(outcome(await act(service))).toEqual([403, 50013]);
  });

  test("with the new permission, before and after the day of the split", async () => {
    const { service, standAt } = await beforeSplit(name, [name]);
    expect(outcome(await act(service))).toEqual([success]);
    await standAt(0);
    expect(outcome(await act(service))).toEqual([success]);
  });

  test("with neither permission never", async () => {
    const { service, standAt } = await beforeSplit(name, []);
    expect(outcome(await act(service))).toEqual([403, 50013]);
    await standAt(0);
    expect(outcome(await act(service))).toEqual([403, 50013]);
  });
});

test.each(permissionSplits.BYPASS_SLOWMODE.before)(
  "a user with %s bypasses slow mode until the day of the split, then waits",
  async (broader) => {
    const { service, standAt } = await beforeSplit("BYPASS_SLOWMODE", [broader]);
    expect(outcome(await writeSlowly(service))).toEqual([200]);
    expect(outcome(await writeSlowly(service))).toEqual([200]);
    await standAt(0);
    expect(outcome(await writeSlowly(service))).toEqual([200]);
    const refused = await writeSlowly(service);
    expect([refused.status, refused.at("code"), refused.at("retry_after")]).toEqual([
      429, 20016, 60,
    ]);
    await service.control("PATCH /clock", { advance: "PT60S" });
    expect(outcome(await writeSlowly(service))).toEqual([200]);
  },
);

test("a user with BYPASS_SLOWMODE only bypasses slow mode before and after the day", async () => {
  const { service, standAt } = await beforeSplit("BYPASS_SLOWMODE", ["BYPASS_SLOWMODE"]);
  for (const fromDay of [-DAY_MS, 0]) {
    await standAt(fromDay);
    expect(outcome(await writeSlowly(service))).toEqual([200]);
    expect(outcome(await writeSlowly(service))).toEqual([200]);
  }
});
