// A property test: responses to random calls do not depend on the store. Two services with one
// world, on SQLite and on PostgreSQL, get the same calls. SAME_ANSWERS="seed=7&calls=5000" makes
// another run.
import { expect, test } from "vitest";
import { fuzzedWorld, knownPlaces } from "../../packages/server/src/testing/fuzz/callers.ts";
import { callOne, fuzzedEndpoints } from "../../packages/server/src/testing/fuzz/calls.ts";
import { diceOf } from "../../packages/server/src/testing/fuzz/dice.ts";
import { KnownIds } from "../../packages/server/src/testing/fuzz/known-ids.ts";
import { PairedServices } from "../../packages/server/src/testing/processes/paired-services.ts";
import { aProcess } from "../../packages/server/src/testing/processes/processes.ts";
import { aService, CONTROL_KEY } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";

const params = new URLSearchParams(process.env["SAME_ANSWERS"] ?? "");
const CALLS = Number(params.get("calls") ?? 150);
/** The world is reset after so many calls, because calls remove what others need. */
const CALLS_PER_WORLD = 50;

/**
 * Endpoints that are left out: those whose responses depend on one process, durations or hashes of
 * generated secrets, and those that wait for an application or a follower that does not answer.
 */
const own =
  /^control\.(worlds|snapshots|journal|traces|jobs|sessions|codes|tokens|clock\.follow|autocomplete|click|invoke|select|submit|applications\.probe)/;
const endpoints = fuzzedEndpoints.filter(({ id }) => !own.test(id));

const world = { ...fuzzedWorld, clock: { now: "2026-11-21T00:00:00Z", frozen: true } };

test(
  "services on SQLite and PostgreSQL answer random calls the same",
  async () => {
    const one = await aService({ world });
    const other = await aProcess(await freshDatabase(), { world });
    const pair = new PairedServices(one.url, other.url);
    const ids = new KnownIds(knownPlaces);
    const dice = diceOf(params.get("seed") ?? "alike");
    const send = (path: string, init: RequestInit) => pair.send(path, init);
    const deps = { url: "", dice, ids, controlKey: CONTROL_KEY, send };
    const statuses = new Set<number>();
    for (let nth = 1; nth <= CALLS && pair.differences.length === 0; nth += 1) {
      const endpoint = dice.of(endpoints);
      if (endpoint === undefined) throw new Error("there is nothing to call");
      const { status, issue, request } = await callOne(endpoint, deps);
      expect([request, issue]).toEqual([request, undefined]);
      statuses.add(status);
      if (nth % CALLS_PER_WORLD > 0) continue;
      for (const service of [one, other]) await service.control("POST /world/reset");
      ids.forget();
    }
    await Promise.all([one.stop(), other.end()]);
    expect(pair.differences).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 403, 404]));
  },
  60_000 + CALLS * 200,
);
