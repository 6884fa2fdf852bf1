// Limits that are counted in records, with processes on one PostgreSQL whose clocks differ:
// concurrent and successive calls get no more than one process would allow.
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../packages/server/src/control/world-file/demo-world.ts";
import { openPostgresStore } from "../../packages/server/src/platform/postgres/store.ts";
import type { Store } from "../../packages/server/src/platform/store.ts";
import { steerableClock } from "../../packages/server/src/platform/time/system-clock.ts";
import type { Answer } from "../../packages/server/src/testing/answer.ts";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { tables } from "../../packages/server/src/tables.ts";
import { freshDatabase } from "../fresh-database.ts";

/** How far the clocks of the processes are behind, in milliseconds. */
const BEHIND_MS = [0, 3000];
const AT_ONCE = 4;
const ROUNDS = 10;

const stores: Store[] = [];
const services: TestService[] = [];

beforeAll(async () => {
  const url = await freshDatabase();
  for (const behindMs of BEHIND_MS) {
    const store = await openPostgresStore({ url, tables, secret: "counted" });
    stores.push(store);
    const clock = steerableClock({ now: () => Date.now() - behindMs });
    services.push(await aService({ store, clock, limits: "off" }));
  }
});
afterAll(async () => {
  for (const service of services) await service.stop();
  for (const store of stores) await store.close();
});

function serviceOf(nth: number): TestService {
  const service = services[nth % services.length];
  if (service === undefined) throw new Error("no service was started");
  return service;
}

/** Makes the same call concurrently, at all processes in turn. */
function atOnce(call: (service: TestService) => Promise<Answer>): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => call(serviceOf(nth))));
}

const statuses = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

test("requests with the same nonce create one message, whichever processes receive them", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = { content: "once", nonce: `round-${round}`, enforce_nonce: true };
    const path = `POST /channels/${demo.generalId}/messages`;
    const answers = [...(await atOnce((service) => service.asBot(path, body)))];
    for (let nth = 0; nth < BEHIND_MS.length; nth += 1) {
      answers.push(await serviceOf(nth).asBot(path, body));
    }
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  }
});

test("slowmode admits one message of a user across processes", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const slow = { name: `slow-${round}`, rate_limit_per_user: 21_600 };
    const channelsPath = `POST /guilds/${demo.guildId}/channels`;
    const { id } = await serviceOf(0).asUser(demo.aliceToken, channelsPath, slow);
    const path = `POST /channels/${id}/messages`;
    const answers = await atOnce((service) =>
      service.asUser(demo.bobToken, path, { content: "x" }),
    );
    expect(statuses(answers)).toEqual([200, 429, 429, 429]);
  }
});

test("an application can create exactly the daily number of commands across processes", async () => {
  const path = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  const body = { name: "again", description: "x" };
  const most = limits.commandCreates.value;
  let created = 0;
  for (let call = 0; call <= most / AT_ONCE; call += 1) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, nth) =>
        serviceOf(nth).asBot(`POST ${path}`, { ...body, name: `again-${nth}` }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    created += made.length;
    await Promise.all(made.map((each, nth) => serviceOf(nth).asBot(`DELETE ${path}/${each.id}`)));
  }
  expect(created).toBe(most);
});
