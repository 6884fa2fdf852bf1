// What all worlds of a process share: log, metrics, time slicing of long tasks, and the addresses
// of trusted proxies. Everything else belongs to one world.
import { endpoints, events } from "@antechamber/contract";
import type { WorldRegistry } from "../control/worlds.ts";
import type { ReplayTarget } from "../journal/replay-trace.ts";
import { RedactionRules } from "../journal/redaction/redaction.ts";
import type { Bus } from "../platform/bus.ts";
import { callerAddresses, type CallerAddresses } from "../platform/network/caller-addresses.ts";
import type { SteerableClock } from "../platform/clock.ts";
import type { Logger } from "../platform/log.ts";
import { processRoles, type ProcessRole } from "../platform/processes/process-roles.ts";
import { secureRandom } from "../platform/random.ts";
import type { Store } from "../platform/store.ts";
import { openMetrics, type Metrics } from "../platform/metrics.ts";
import { TimeSlicer } from "../platform/time/time-slicer.ts";
import { ConsoleSessions } from "../transports/console/sessions.ts";
import { RepeatedCalls } from "../transports/http/routing/send-again.ts";

export interface HostDeps {
  /** The first world's clock; only its real time is used. */
  readonly clock: SteerableClock;
  /** The first world's store; only its processes and its metrics are used. */
  readonly store: Store;
  /** The bus between the processes of the first world's store; absent for a single process. */
  readonly bus?: Bus | undefined;
  readonly log: Logger;
  readonly controlKey: string;
  readonly production: boolean;
  /** Whether programs also reach this service under the names of the platform; absent: no. */
  readonly servesGuardedNames?: boolean | undefined;
  /** How many milliseconds the event log keeps events that every reader has passed. */
  readonly retainEventsMs: number;
  /** The roles of this process, where several share the work; absent: all. */
  readonly roles?: readonly ProcessRole[] | undefined;
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Whether the console is served; absent: in development mode only. */
  readonly console?: boolean | undefined;
  /** Turns journals off, to measure what they cost. */
  readonly isJournalOff?: boolean;
}

export interface Host extends Omit<HostDeps, "console" | "store" | "bus" | "roles"> {
  /** Whether this process runs deadlines and jobs, and calls applications. */
  readonly isWorker: boolean;
  /** Absent where no console is served. */
  readonly consoleSessions: ConsoleSessions | undefined;
  readonly metrics: Metrics;
  readonly addresses: CallerAddresses;
  readonly slicer: TimeSlicer;
  /** Sends the calls that the control plane replays. */
  readonly repeated: RepeatedCalls;
  readonly worlds: HostedWorlds;
  /** Which fields hold secrets, which the journal redacts. */
  readonly rules: RedactionRules;
}

/** The worlds of the process, and what one world needs from another. */
export interface HostedWorlds extends WorldRegistry {
  /** The world to replay a trace in. @throws UnknownWorld */
  replayTarget(name: string): ReplayTarget;
}

/**
 * Metrics with the process number if a store has several processes, and with the cost of its
 * transactions.
 */
function metricsOf({ processes, effort }: Store): Metrics {
  const metrics = openMetrics(() => (processes.isSole ? undefined : processes.own().id));
  if (effort === undefined) return metrics;
  const show = (name: keyof typeof effort, help: string) =>
    metrics.total(`antechamber_store_${name}_total`, help, () => effort[name]);
  show("transactions", "Transactions of this process on the store.");
  show("attempts", "How often they were begun: again when another was in their way.");
  show("exchanges", "How often this process waited for an answer of the database.");
  return metrics;
}

export function openHost(deps: HostDeps, worlds: HostedWorlds): Host {
  const { clock, log, controlKey, production, retainEventsMs, trustedProxies = [] } = deps;
  const { isJournalOff = false, servesGuardedNames, roles = processRoles } = deps;
  const { console: hasConsole = !production } = deps;
  return {
    clock,
    log,
    controlKey,
    production,
    retainEventsMs,
    servesGuardedNames,
    isJournalOff,
    isWorker: roles.includes("worker"),
    consoleSessions: hasConsole
      ? // Console sessions must not draw from the seeded randomness of the world.
        new ConsoleSessions({ ...deps, random: secureRandom })
      : undefined,
    metrics: metricsOf(deps.store),
    addresses: callerAddresses(trustedProxies, (message) => log.warn(message)),
    slicer: new TimeSlicer(clock),
    repeated: new RepeatedCalls(),
    worlds,
    rules: new RedactionRules({ endpoints, events }),
  };
}
