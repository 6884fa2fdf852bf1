// The fan-out of one event to many sessions, and the cost of idle sessions: each compared with a
// bare `ws` server in the same run.
import { join } from "node:path";
import { Crowd, type Door } from "./crowd.ts";
import { ofRounds, type Figure } from "./figures.ts";
import { startProgram, type Program } from "./program.ts";
import { asBot, send } from "./send.ts";

const LISTENERS = 2_000;
const IDLE = 10_000;
/** Events per round, each sent when all sessions have received the previous one. */
const EVENTS = 30;
const ROUNDS = 3;
/** The intents for guilds and their messages. */
const INTENTS = 1 | 512;

/** The numbers of sessions between which the cost of a delivery is compared. */
const SIZES = [1_000, 9_000] as const;

const TEXT = JSON.stringify({ content: "to all who listen" });

export interface Place {
  readonly program: Program;
  /** Sends the message whose event all sessions receive. */
  readonly say: () => Promise<unknown>;
  /** Where and how a session connects. */
  readonly door: (compressed: boolean) => Door;
}

/** How to connect to the service as a bot. */
export interface ServicePlace {
  readonly program: Program;
  readonly token: string;
  /** A channel whose messages the bot receives. */
  readonly channelId: string;
}

function posted(url: string, headers: Record<string, string>): () => Promise<unknown> {
  return () => send(url, { method: "POST", headers, body: TEXT });
}

function servicePlace({ program, token, channelId }: ServicePlace): Place {
  const gateway = `${program.url}/gateway/?v=10&encoding=json`;
  const properties = { os: "linux", browser: "bench", device: "bench" };
  const identify = JSON.stringify({ op: 2, d: { token, intents: INTENTS, properties } });
  return {
    program,
    say: posted(`${program.url}/api/v10/channels/${channelId}/messages`, asBot(token)),
    door: (compressed) => ({
      url: gateway + (compressed ? "&compress=zlib-stream" : ""),
      greeting: identify,
    }),
  };
}

function barePlace(program: Program): Place {
  return {
    program,
    say: posted(`${program.url}/say`, {}),
    door: () => ({ url: program.url }),
  };
}

/** Deliveries per second, with several events sent at once. */
async function deliveries(place: Place, crowd: Crowd, atOnce: number): Promise<number> {
  const startedAt = performance.now();
  for (let i = 0; i < EVENTS; i += atOnce) {
    const all = crowd.hear(crowd.size * atOnce);
    await Promise.all([all, ...Array.from({ length: atOnce }, () => place.say())]);
  }
  return (EVENTS * crowd.size * 1000) / (performance.now() - startedAt);
}

/** The processor time for delivering an event to one of the sessions, in microseconds. */
async function deliveryUs(place: Place, sessions: number): Promise<number> {
  const crowd = new Crowd();
  await crowd.open(place.door(false), sessions);
  await deliveries(place, crowd, 1);
  const before = place.program.cpuSeconds();
  await deliveries(place, crowd, 1);
  const us = ((place.program.cpuSeconds() - before) * 1e6) / (EVENTS * sessions);
  await crowd.close();
  return us;
}

/** The cost of a delivery with the most sessions, relative to that with the fewest. */
async function growthOfDeliveries(place: Place): Promise<Figure> {
  const [few, many] = SIZES;
  const us = { few: await deliveryUs(place, few), many: await deliveryUs(place, many) };
  return {
    name: `delivery of an event among ${many} sessions against ${few}`,
    value: us.many / us.few,
    unit: "times",
    better: "lower",
    goal: 1.5,
    detail: `${us.many.toFixed(1)} µs of processor time against ${us.few.toFixed(1)}`,
  };
}

interface Pair {
  readonly bare: Place;
  readonly ours: Place;
}

interface Manner {
  readonly isCompressed: boolean;
  readonly atOnce: number;
}

const alone: Manner = { isCompressed: false, atOnce: 1 };

/** The ratios of several rounds. The bare program always sends one event at a time. */
async function fanOut({ bare, ours }: Pair, { isCompressed, atOnce }: Manner) {
  const crowds = { bare: new Crowd(), ours: new Crowd() };
  await crowds.bare.open(bare.door(false), LISTENERS);
  await crowds.ours.open(ours.door(isCompressed), LISTENERS);
  const ratios: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    const theirs = await deliveries(bare, crowds.bare, 1);
    const ratio = (await deliveries(ours, crowds.ours, atOnce)) / theirs;
    if (round > 0) ratios.push(ratio);
  }
  await Promise.all(Object.values(crowds).map((crowd) => crowd.close()));
  return { ...ofRounds(ratios), unit: "of bare", better: "higher" } as const;
}

/** Resident memory with many idle sessions: the total, and KiB per session. */
async function memoryOfIdle(place: Place): Promise<{ readonly mib: number; readonly kib: number }> {
  const crowd = new Crowd();
  const before = place.program.residentBytes();
  await crowd.open(place.door(false), IDLE);
  const bytes = place.program.residentBytes();
  await crowd.close();
  return { mib: bytes / 1024 / 1024, kib: (bytes - before) / IDLE / 1024 };
}

/**
 * Measures the gateway's figures, on separate programs, because memory is measured from a fresh
 * start.
 */
export async function* gatewayFigures(
  startService: () => Promise<ServicePlace>,
): AsyncGenerator<Figure> {
  const bareProgram = await startProgram([join(import.meta.dirname, "bare-gateway.ts")]);
  const service = await startService();
  const pair = { bare: barePlace(bareProgram), ours: servicePlace(service) };
  const to = `to ${LISTENERS} sessions`;
  try {
    const idle = { bare: await memoryOfIdle(pair.bare), ours: await memoryOfIdle(pair.ours) };
    yield {
      name: `memory of a process with ${IDLE} sessions`,
      value: idle.ours.mib,
      unit: "MiB",
      better: "lower",
      goal: 600,
    };
    yield { name: `fan-out ${to}`, goal: 0.82, ...(await fanOut(pair, alone)) };
    const compressed = await fanOut(pair, { ...alone, isCompressed: true });
    yield { name: `fan-out ${to}, compressed`, ...compressed };
    const together = await fanOut(pair, { ...alone, atOnce: 10 });
    yield { name: `fan-out ${to}, ten events in one turn`, goal: 4, ...together };
    yield await growthOfDeliveries(pair.ours);
    yield {
      name: "memory of an idle session",
      value: idle.ours.kib / idle.bare.kib,
      unit: "times bare",
      better: "lower",
      goal: 1.5,
      detail: `${idle.ours.kib.toFixed(1)} KiB against ${idle.bare.kib.toFixed(1)}, of ${IDLE} sessions`,
    };
  } finally {
    await Promise.all([bareProgram.stop(), service.program.stop()]);
  }
}
