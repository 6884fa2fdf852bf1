// Runs a plan: players arrive, play their rounds, and leave.
import type { LoadPlan } from "@antechamber/contract/control";
import type * as Sdk from "@antechamber/sdk";
import type { types } from "@antechamber/sdk/control";
import { readFitting } from "../../../kit/actors/command-text.ts";
import { applicationFor, commandFor, type NamedCommand } from "../../commands-of-applications.ts";
import { after, pause, ticks } from "../../environment.ts";
import { wrongUsage } from "../../failures.ts";
import { isLoopback } from "../../../platform/network/loopback.ts";
import type { Session } from "../../session.ts";
import { closeCrowd, openCrowd } from "./crowd.ts";
import { Deliveries } from "./deliveries.ts";
import { Measures } from "./measures.ts";
import { Player, type Field, type SessionDeps } from "./player.ts";
import { PlayerScript, seedOf } from "./script.ts";

/** How long events may arrive after all players are done, in real milliseconds. */
const SETTLE_MS = 2000;
const POLL_MS = 20;

/** The report, before it is compared with the goals of the plan. */
export type LoadReport = Omit<types.LoadReport, "goals">;

/** What is shown during a run. */
export interface Progress {
  readonly seconds: number;
  readonly calls: number;
  readonly failed: number;
}

export interface RunOptions {
  readonly plan: LoadPlan & { readonly for: number };
  readonly players: number;
  readonly botToken: string | undefined;
  readonly interrupted: AbortSignal;
  readonly progress: (now: Progress) => void;
}

/** Runs a plan, and removes the users that were created for it. */
export async function runPlan(session: Session, options: RunOptions): Promise<LoadReport> {
  const { plan, players } = options;
  requireLoopback(session.url);
  const { id: application = "" } = await applicationFor(session, plan.application);
  const sdk = await import("@antechamber/sdk");
  const addresses = await addressesOf(session, sdk);
  try {
    const crowd = await openCrowd(session.control, {
      count: players,
      application,
      guild: plan.guild,
    });
    return await play({ ...options, session, sdk, addresses, application, crowd });
  } finally {
    await closeCrowd(session.control, players);
  }
}

/** The URLs of the world's API and gateway. */
interface Addresses {
  readonly url: string;
  readonly gateway: string;
}

/** @throws CommandFailure where one of them is not on this machine */
async function addressesOf(session: Session, { Rest }: typeof Sdk): Promise<Addresses> {
  const url = await session.worldUrl();
  const { url: gateway } = await new Rest({ baseUrl: url }).call("gateway.get", {});
  for (const each of [url, gateway]) requireLoopback(each);
  return { url, gateway };
}

function requireLoopback(url: string): void {
  if (isLoopback(new URL(url).hostname)) return;
  wrongUsage(`load only calls services on this machine, and ${url} is elsewhere`);
}

interface Playing extends RunOptions {
  readonly session: Session;
  readonly sdk: typeof Sdk;
  readonly addresses: Addresses;
  readonly application: string;
  readonly crowd: Awaited<ReturnType<typeof openCrowd>>;
}

async function play(playing: Playing): Promise<LoadReport> {
  const { plan, crowd, interrupted } = playing;
  const over = new AbortController();
  const measures = new Measures();
  const deliveries = new Deliveries();
  const field = fieldOf(playing, { measures, deliveries, over: over.signal });
  const startedAt = ticks();
  const ends = [
    after(plan.for, () => over.abort()),
    everySecond(() => playing.progress(progressOf(measures, ticks() - startedAt))),
  ];
  interrupted.addEventListener("abort", () => over.abort());
  let rounds = 0;
  const all = crowd.map(async (account) => {
    const player = new Player(account, field);
    const script = new PlayerScript(plan, account.number);
    await pause((plan.arrive * (account.number - 1)) / crowd.length, over.signal);
    const take = async (actions: ReturnType<PlayerScript["before"]>, signal: AbortSignal) => {
      for (const action of actions) {
        if (signal.aborted) return;
        await player.take(action);
      }
    };
    await take(script.before(), over.signal);
    let round = 0;
    while (!over.signal.aborted && round < (plan.rounds ?? Infinity)) {
      round += 1;
      rounds += 1;
      await take(script.round(round), over.signal);
    }
    await take(script.after(round), interrupted);
    return player;
  });
  const players = await Promise.all(all);
  const ms = ticks() - startedAt;
  for (const end of ends) end();
  await untilSettled(deliveries, interrupted);
  const events = deliveries.report();
  await Promise.all(players.map((each) => each.disconnect()));
  return {
    seed: seedOf(plan),
    players: crowd.length,
    rounds,
    ms: Math.round(ms),
    interrupted: interrupted.aborted,
    calls: measures.report(),
    all: measures.overall(),
    failed: measures.failures,
    events,
  };
}

function fieldOf(
  { session, sdk, addresses, application, botToken, plan }: Playing,
  shared: Pick<Field, "measures" | "deliveries" | "over">,
): Field {
  const { Rest, GatewayConnection, ClientStatus, systemEnvironment } = sdk;
  const commands = new Map<string, Promise<NamedCommand>>();
  return {
    ...shared,
    // The player waits itself, so that the wait is not measured.
    rest: new Rest({ baseUrl: addresses.url, patienceMs: 0 }),
    botToken,
    seed: seedOf(plan),
    openGateway: ({ accessToken, dispatched, ready, ended }: SessionDeps) =>
      new GatewayConnection({
        environment: systemEnvironment,
        address: async () => addresses.gateway,
        token: () => `Bearer ${accessToken}`,
        dispatched,
        changed(status, _error, code) {
          if (status === ClientStatus.Ready) ready();
          if (status === ClientStatus.Disconnected) ended(code);
        },
      }),
    async invoke(user, { command: text, channel, guild }) {
      const name = text.split(" ", 1)[0] ?? "";
      const command = commands.get(name) ?? commandFor(session, text, application);
      commands.set(name, command);
      const typed = readFitting(text, (await command).namesakes);
      const { outcome } = await session.control.call("control.invoke", {
        path: { user },
        body: {
          application,
          channel: channel.replace(/^#/, ""),
          ...(guild === undefined ? {} : { guild }),
          command: typed.path,
          options: typed.options,
        },
      });
      return isSuccess(outcome) ? undefined : outcome;
    },
  };
}

function isSuccess(outcome: types.InvocationOutcome["outcome"]): boolean {
  return ["replied", "deferred", "modal", "launched"].includes(outcome);
}

function progressOf(measures: Measures, ms: number): Progress {
  return { seconds: Math.floor(ms / 1000), calls: measures.count, failed: measures.failures };
}

function everySecond(task: () => void): () => void {
  let cancel = () => {};
  const plan = () => {
    cancel = after(1000, () => {
      task();
      plan();
    });
  };
  plan();
  return () => cancel();
}

/** Resolves once no event is outstanding, or after the timeout. */
async function untilSettled(deliveries: Deliveries, interrupted: AbortSignal): Promise<void> {
  const end = ticks() + SETTLE_MS;
  while (deliveries.isWaiting && ticks() < end && !interrupted.aborted) await pause(POLL_MS);
}
