// Which applications have an entry point command, and the flag of those that have any commands.
// Source: protocol: commands-and-interactions 2.4, gateway-oauth-limits 1.10.
import { ApplicationFlag } from "@antechamber/contract/applications";
import { afterEach, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";

let service: TestService;
afterEach(() => service.stop());

const [concierge] = demoWorld.applications ?? [];
const path = `/applications/${demo.applicationId}/commands`;
const launch = { name: "launch", type: 4, handler: 2, description: "" };
const ping = { name: "ping", description: "Answers" };

function withApplication(more: object) {
  return { ...demoWorld, applications: [{ ...concierge, ...more }] };
}

async function open(more: object = {}): Promise<void> {
  service = await aService({ world: withApplication(more) });
}

async function hasBadge(): Promise<boolean> {
  const flags = BigInt(String((await service.asBot("GET /applications/@me")).at("flags_new")));
  return (flags & (1n << BigInt(ApplicationFlag.APPLICATION_COMMAND_BADGE))) !== 0n;
}

describe("a world file", () => {
  test("adds an entry point to an application with an Activity but no list of commands", async () => {
    await open({ flags: ["EMBEDDED"] });
    expect((await service.asBot(`GET ${path}`)).body).toMatchObject([launch]);
    const bulk = await service.asBot(`PUT ${path}`, [ping]);
    expect([bulk.status, bulk.at("code")]).toEqual([400, 50240]);
    expect((await service.asBot(`PUT ${path}`, [ping, launch])).status).toBe(200);
  });

  test.each([
    ["an empty list of commands", { flags: ["EMBEDDED"], commands: [] }],
    ["no Activity", {}],
  ])("adds no entry point for %s", async (_case, more) => {
    await open(more);
    expect((await service.asBot(`GET ${path}`)).body).toEqual([]);
    expect((await service.asBot(`PUT ${path}`, [ping])).status).toBe(200);
  });

  test("adds nothing to an explicit list of commands", async () => {
    await open({ flags: ["EMBEDDED"], commands: [ping] });
    expect((await service.asBot(`GET ${path}`)).body).toMatchObject([ping]);
  });
});

describe("the control plane", () => {
  test("adds an entry point to a new application with an Activity", async () => {
    await open();
    const added = await service.control("POST /applications", {
      name: "Game",
      flags: ["EMBEDDED"],
      bot: { token: "MjAwMDAwMDAwMDAwMDAwMDA5.demo.game" },
      id: "200000000000000009",
    });
    expect(added.at("commands")).toMatchObject([{ name: "launch", type: 4, handler: 2 }]);
  });

  test("adds an entry point, and the badge flag, when an Activity is switched on", async () => {
    await open();
    await service.control("PATCH /applications/Concierge", { flags: ["EMBEDDED"] });
    expect((await service.asBot(`GET ${path}`)).body).toMatchObject([launch]);
    expect(await hasBadge()).toBe(true);
  });

  test("leaves the entry point of a removed Activity until an overwrite omits it", async () => {
    await open({ flags: ["EMBEDDED"] });
    await service.control("PATCH /applications/Concierge", { flags: [] });
    const withIt = await service.asBot(`PUT ${path}`, [ping, launch]);
    expect(withIt.at("errors", "1", "type", "_errors", 0, "code")).toBe("BASE_TYPE_CHOICES");
    expect((await service.asBot(`GET ${path}`)).body).toMatchObject([launch]);
    const without = await service.asBot(`PUT ${path}`, [ping]);
    expect(without).toMatchObject({ status: 200, body: [ping] });
    expect((await service.asBot(`GET ${path}`)).body).toMatchObject([ping]);
  });

  test("does not restore a deleted entry point when an exported world is loaded", async () => {
    await open({ flags: ["EMBEDDED"] });
    const [{ id }] = (await service.asBot(`GET ${path}`)).body as [{ id: string }];
    expect((await service.asBot(`DELETE ${path}/${id}`)).status).toBe(204);
    const world = (await service.control("GET /world")).body;
    await service.stop();
    service = await aService({ world });
    expect((await service.asBot(`GET ${path}`)).body).toEqual([]);
  });
});

describe("the flag APPLICATION_COMMAND_BADGE", () => {
  test("is set while there are global commands, however they were created or deleted", async () => {
    await open();
    const badges = [await hasBadge()];
    const created = await service.asBot(`POST ${path}`, ping);
    badges.push(await hasBadge());
    await service.asBot(`DELETE ${path}/${created.id}`);
    badges.push(await hasBadge());
    await service.asBot(`PUT ${path}`, [ping]);
    badges.push(await hasBadge());
    await service.control("PATCH /applications/Concierge", { description: "changed" });
    badges.push(await hasBadge());
    await service.asBot(`PUT ${path}`, []);
    badges.push(await hasBadge());
    expect(badges).toEqual([false, true, false, true, true, false]);
  });

  test("reflects the global commands of a world file, but not those of guilds", async () => {
    await open({ commands: [ping] });
    expect(await hasBadge()).toBe(true);
    await service.stop();
    await open({ commands: [{ ...ping, guild_id: "Test Guild" }] });
    expect(await hasBadge()).toBe(false);
  });

  test("is set in the command index, too", async () => {
    await open({ commands: [ping] });
    const index = `GET /guilds/${demo.guildId}/application-command-index`;
    const flags = (await service.asUser(demo.bobToken, index)).at("applications", 0, "flags");
    expect((BigInt(String(flags)) >> 23n) & 1n).toBe(1n);
  });
});
