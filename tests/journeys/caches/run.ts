// A seeded run of random acts, interrupted at times to compare the clients' caches.
import { Opcode } from "@antechamber/contract/gateway";
import { diceOf } from "../../../packages/server/src/testing/fuzz/dice.ts";
import {
  signIn,
  type GatewayClient,
} from "../../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../../packages/server/src/testing/start-service.ts";
import { drawAct } from "./acts.ts";
import { isDeclared, type Where } from "./declared.ts";
import type { Listener } from "./listener.ts";
import { differencesOf } from "./picture.ts";
import {
  guildPath,
  listed,
  noteHidden,
  stageOf,
  tokenOf,
  world,
  type Member,
  type Stage,
} from "./stage.ts";

/** How many differences a failure shows; one often causes others. */
const FAULTS_SHOWN = 12;

export interface Run {
  readonly seed: string;
  readonly acts: number;
  /** The number of acts between two comparisons. */
  readonly between: number;
  readonly listeners: readonly ((url: string) => Promise<Listener>)[];
}

export interface Outcome {
  /** How often each act succeeded, and how often it was refused. */
  readonly done: ReadonlyMap<string, number>;
  readonly refused: readonly string[];
}

async function sessionsOf({ url }: TestService): Promise<ReadonlyMap<string, GatewayClient>> {
  const signedIn = ["alice", "greta"].map(async (name) => {
    const identify = { token: tokenOf(name), intents: 1 };
    const { client } = await signIn(url.replace("http", "ws"), identify);
    // The service requests a heartbeat when the clock has moved.
    client.ws.on("message", () => {
      if (client.frames.at(-1)?.op === Opcode.Heartbeat) client.send(Opcode.Heartbeat, null);
    });
    return [name, client] as const;
  });
  return new Map(await Promise.all(signedIn));
}

/** Waits until each session's last request was handled: requests of a session are handled in order. */
async function settle(stage: Stage): Promise<void> {
  const members = await listed<Member>(stage, `${guildPath}/members?limit=100`);
  const names = new Set(members.map(({ user }) => user.username));
  for (const [name, session] of stage.sessions) {
    // Members who were pruned for inactivity receive no events of the guild.
    if (!names.has(name)) continue;
    session.send(Opcode.RequestChannelStatuses, { guild_id: demo.guildId });
    await session.next(({ t }) => t === "CHANNEL_STATUSES" || t === "CHANNEL_INFO");
  }
}

/** Waits until a message has arrived at every listener, and so all earlier events. */
async function quietPoint(stage: Stage, listeners: readonly Listener[], at: number): Promise<void> {
  await settle(stage);
  const content = `quiet point ${at}`;
  const deliveries = Promise.all(listeners.map((listener) => listener.hears(content)));
  await stage.act(`POST /channels/${demo.generalId}/messages`, { content });
  await deliveries;
}

/** The differences that no library causes itself, one per line, the shortest path first. */
function faultsOf(where: Where): readonly string[] {
  return differencesOf(where.cached, where.fetched)
    .filter((difference) => !isDeclared(difference, where))
    .slice(0, FAULTS_SHOWN)
    .map(
      ({ path, cached, fetched }) =>
        `${path}: ${shortText(cached)} instead of ${shortText(fetched)}`,
    );
}

const shortText = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 200);

async function compare(
  { library, ears, ...listener }: Listener,
  { hidden, retyped }: Stage,
  about: string,
): Promise<void> {
  const cached = await listener.readCache();
  const { gateway, rest } = await listener.readFresh();
  requireNone(
    faultsOf({ library, ears, hidden, retyped, view: "gateway", cached, fetched: gateway }),
    () => {
      return `${nameOf(library, ears)} keeps other than a new session is sent, ${about}`;
    },
  );
  requireNone(
    faultsOf({ library, ears, hidden, retyped, view: "rest", cached: gateway, fetched: rest }),
    () => {
      return `${nameOf(library, ears)} is sent other than REST answers, ${about}`;
    },
  );
}

function nameOf(library: Listener["library"], { isAdministrator }: Listener["ears"]): string {
  return isAdministrator ? library : `${library} of a bot that sees some channels`;
}

function requireNone(faults: readonly string[], about: () => string): void {
  if (faults.length > 0) throw new Error(`${faults.join("\n")}\n${about()}`);
}

/** Performs one random act, and counts its result. */
async function actOnce(stage: Stage, done: Map<string, number>): Promise<Done> {
  const act = drawAct(stage);
  const answer = await act.perform(stage);
  const line = `${act.name} ${answer?.status ?? "-"}`;
  const isWell = answer === undefined ? act.isSilent === true : answer.status < 300;
  if (isWell) done.set(act.name, (done.get(act.name) ?? 0) + 1);
  if (isWell || answer === undefined) return { line };
  const refusal = `${act.name}: ${answer.status} ${answer.text}`;
  if (answer.status >= 500) throw new Error(refusal);
  return { line, refusal };
}

interface Done {
  readonly line: string;
  readonly refusal?: string;
}

export async function run({ seed, acts, between, listeners: openers }: Run): Promise<Outcome> {
  const service = await aService({ world, frozen: true });
  const sessions = await sessionsOf(service);
  const listeners = await Promise.all(openers.map((open) => open(service.url)));
  const stage = stageOf(service, diceOf(seed), sessions);
  const done = new Map<string, number>();
  const refused: string[] = [];
  let recent: string[] = [];
  try {
    for (let at = 1; at <= acts; at += 1) {
      const { line, refusal } = await actOnce(stage, done);
      await noteHidden(stage);
      recent.push(`${at} ${line}`);
      if (refusal !== undefined) refused.push(refusal);
      if (at % between > 0 && at < acts) continue;
      await quietPoint(stage, listeners, at);
      const about = `seed ${seed}, after:\n${recent.join("\n")}`;
      for (const listener of listeners) await compare(listener, stage, about);
      recent = [];
    }
    return { done, refused };
  } finally {
    for (const session of sessions.values()) await session.leave(1000);
    for (const listener of listeners) await listener.stop();
    await service.stop();
  }
}
