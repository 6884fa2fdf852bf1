// Calls every operation and holds gateway sessions with random input, and counts the results. The
// same seed gives the same run.
import { InteractionCallback } from "@antechamber/contract/interactions";
import { demo } from "../../control/world-file/demo-world.ts";
import { openLog } from "../../platform/log.ts";
import { replied, scriptedOutbound } from "../network/scripted-outbound.ts";
import { aService, CONTROL_KEY, type TestService } from "../start-service.ts";
import { BodyMaker } from "./bodies.ts";
import { fuzzedWorld, knownPlaces } from "./callers.ts";
import { callOne, fuzzedEndpoints, type CallDeps } from "./calls.ts";
import { diceOf } from "./dice.ts";
import { holdSession } from "./frames.ts";
import { KnownIds } from "./known-ids.ts";

export interface FuzzReport {
  readonly calls: number;
  readonly sessions: number;
  readonly frames: number;
  /** How many calls were answered with each status. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Endpoints with at least one successful call. */
  readonly taken: ReadonlySet<string>;
  /** Endpoints without any. */
  readonly never: readonly string[];
  /** Unexpected results, each with its request. */
  readonly issues: readonly string[];
}

export interface FuzzOptions {
  readonly seed: string;
  /** Called after each call; true ends the run. */
  readonly isOver: (calls: number) => boolean;
}

/** The world is reset after so many calls, because calls remove what others need. */
const CALLS_PER_WORLD = 120;
/** One gateway session is held for so many calls. */
const CALLS_PER_SESSION = 25;
/** How long a call may wait for an application before the clock is moved, in real milliseconds. */
const WAIT_MS = 300;
const MOVE = "PT20S";
/** The run ends after so many issues. */
const FAULTS_MAX = 50;

/** Runs until `isOver` returns true. */
export async function fuzz({ seed, isOver }: FuzzOptions): Promise<FuzzReport> {
  const errors: string[] = [];
  const log = await openLog("json", { write: (line) => void errors.push(line) });
  log.level = "error";
  const outbound = scriptedOutbound(() => replied(200, { type: 1 }));
  const service = await aService({ world: fuzzedWorld, frozen: true, settings: { log, outbound } });
  const dice = diceOf(seed);
  const ids = new KnownIds(knownPlaces);
  const deps: CallDeps = { url: service.url, dice, ids, controlKey: CONTROL_KEY };
  const stopAnswering = answerInteractions(service, deps);
  const counts = { calls: 0, sessions: 0, frames: 0 };
  const byStatus = new Map<number, number>();
  const taken = new Set<string>();
  const issues: string[] = [];
  const note = (issue: string | undefined, of: string) => {
    const logged = errors.splice(0);
    if (issue !== undefined || logged.length > 0) issues.push([issue, of, ...logged].join("\n"));
  };
  while (!isOver(counts.calls) && issues.length < FAULTS_MAX) {
    const untaken = fuzzedEndpoints.filter(({ id }) => !taken.has(id));
    const endpoint = (dice.oneIn(2) ? dice.of(untaken) : undefined) ?? dice.of(fuzzedEndpoints);
    if (endpoint === undefined) break;
    const { status, issue, request } = await helped(service, callOne(endpoint, deps));
    counts.calls += 1;
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (status > 0 && status < 300) taken.add(endpoint.id);
    note(issue, request);
    if (counts.calls % CALLS_PER_WORLD === 0) {
      await post(service, "/control/v1/world/reset");
      ids.forget();
    }
    if (counts.calls % CALLS_PER_SESSION !== 0) continue;
    const session = await holdSession(deps);
    counts.sessions += 1;
    counts.frames += session.frames;
    note(session.issue, `session ${counts.sessions}`);
  }
  stopAnswering();
  await service.stop().catch((error: unknown) => issues.push(String(error)));
  const never = fuzzedEndpoints.map(({ id }) => id).filter((id) => !taken.has(id));
  return { ...counts, byStatus, taken, never, issues };
}

/**
 * Awaits a call. The clock stands still, so it is moved until a call that waits for a response
 * times out. The control plane moves it, which also answers the programs that follow the clock:
 * they would wait for seconds of real time.
 */
async function helped<T>(service: TestService, call: Promise<T>): Promise<T> {
  for (;;) {
    const waiting = Promise.withResolvers<undefined>();
    const cancel = service.clock.after(WAIT_MS, () => waiting.resolve(undefined));
    const done = await Promise.race([call.then((value) => ({ value })), waiting.promise]);
    cancel();
    if (done !== undefined) return done.value;
    await service.control("PATCH /clock", { advance: MOVE });
  }
}

async function post({ url }: TestService, path: string, body: unknown = {}): Promise<number> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Control ${CONTROL_KEY}` },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Makes an application respond to interactions with random callbacks, then with a valid one. */
function answerInteractions(service: TestService, { dice, ids }: CallDeps): () => void {
  const maker = new BodyMaker(dice, ids);
  async function answer({ id, token }: { readonly id: string; readonly token: string }) {
    ids.add({ interaction_id: id, interaction_token: token, application_id: demo.applicationId });
    ids.add({ webhook_id: demo.applicationId, webhook_token: token });
    const path = `POST /interactions/${id}/${token}/callback`;
    const first = await service.call(path, { body: maker.form(InteractionCallback) });
    if (first.status >= 400)
      await service.call(path, { body: { type: 4, data: { content: "x" } } });
  }
  return service.store.log.follow((facts) => {
    for (const { name, scope, payload } of facts) {
      if (name !== "INTERACTION_CREATE" || scope.kind !== "application") continue;
      void answer(payload as { id: string; token: string }).catch(() => undefined);
    }
  });
}
