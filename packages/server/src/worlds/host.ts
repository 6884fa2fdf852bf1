// What all worlds of a process share: the log, the metrics, the turns of long tasks, and the
// addresses of proxies. Everything else belongs to one world.
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
  /** Of the first world; asked for real time alone. */
  readonly clock: SteerableClock;
  /** Of the first world; asked for its processes and its effort alone. */
  readonly store: Store;
  /** What connects the processes of the first world's store; absent: this one is by itself. */
  readonly bus?: Bus | undefined;
  readonly log: Logger;
  readonly controlKey: string;
  readonly production: boolean;
  /** Programs find this service under the names of the platform, too; absent: they do not. */
  readonly servesGuardedNames?: boolean | undefined;
  /** How long the log of events keeps what every reader has passed. */
  readonly retainEventsMs: number;
  /** What this process does of what several do; absent: everything. */
  readonly roles?: readonly ProcessRole[] | undefined;
  /** Addresses and networks of proxies that name callers. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Whether there is a console; absent: in development mode. */
  readonly console?: boolean | undefined;
  /** Nothing is written down in journals: what that costs is measured so. */
  readonly isJournalOff?: boolean;
}

export interface Host extends Omit<HostDeps, "console" | "store" | "bus" | "roles"> {
  /** Does what falls due, and calls applications. */
  readonly isWorker: boolean;
  /** Absent where there is no console. */
  readonly consoleSessions: ConsoleSessions | undefined;
  readonly metrics: Metrics;
  readonly addresses: CallerAddresses;
  readonly slicer: TimeSlicer;
  /** Calls that the control plane makes once more. */
  readonly repeated: RepeatedCalls;
  readonly worlds: HostedWorlds;
  /** Where secrets stand in what is written down. */
  readonly rules: RedactionRules;
}

/** The worlds of the process, and what one asks of another. */
export interface HostedWorlds extends WorldRegistry {
  /** Where a trace of one world is replayed. @throws UnknownWorld */
  replayTarget(name: string): ReplayTarget;
}

/** Metrics that tell the processes of one store apart, and say what its transactions cost. */
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
      ? // What is drawn for a browser must not change what a seed gives the world.
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
