// `antechamber start`: starts and stops a service with the operator's settings.
import { existsSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };
import { DEFAULT_CONTROL_KEY } from "@antechamber/contract";
import { placeName } from "@antechamber/contract/schema";
import { ConfigError } from "./config-error.ts";
import type { Config, StoreChoice } from "./config.ts";
import { demo, demoWorld, demoWorldWithIntents } from "../control/world-file/demo-world.ts";
import type { LoadedBot } from "../control/world-file/load.ts";
import { settingsOfWorld } from "../control/world-file/stored-world.ts";
import type { LoadedLimits } from "../control/steering/loaded-limits.ts";
import { openWorldIn, StartError, type OpenedWorld } from "./open-world.ts";
import { noBus, type Bus } from "../platform/bus.ts";
import { processRoles } from "../platform/processes/process-roles.ts";
import type { Processes } from "../platform/processes.ts";
import { localRateLimitCounters } from "../platform/rate-limit-counters.ts";
import { delay, type SteerableClock } from "../platform/clock.ts";
import { openLog, type Logger } from "../platform/log.ts";
import { secureRandom } from "../platform/random.ts";
import { openSqliteStore } from "../platform/sqlite/store.ts";
import { storeFault, type Store } from "../platform/store.ts";
import { steerableClock, timeOf } from "../platform/time/system-clock.ts";
import { secretsKeeper, type SecretsKeeper } from "./secrets-file.ts";
import { startService, type RunningService } from "../service.ts";
import { startLines, type PrintAtStart } from "./start-lines.ts";
import type { AgentsServer } from "../transports/agents/mount-agents.ts";
import { unknownTokens } from "../transports/http/observers/unknown-tokens.ts";
import { tables } from "../tables.ts";
import { profileFor, type LimitsInForce } from "../worlds/limits-in-force.ts";
import { readWorldFile, type WorldText } from "../control/world-file/read.ts";

/** The timeout of a stop, in real milliseconds; after it, the process ends with an error. */
export const STOP_LIMIT_MS = 10_000;

/** Options of a start other than the operator's settings. */
export interface StartExtras {
  /** Whether programs also reach the service under the names of the platform. */
  readonly servesGuardedNames?: boolean;
  /** Whether to log only warnings and errors, rather than each call. */
  readonly isQuiet?: boolean;
  /** Whether the demo world's bot may request every intent. */
  readonly allowsIntents?: boolean;
  /** Called at each call and each connection that is refused because no bot has its token. */
  readonly foundUnknownToken?: () => void;
  /** Opens the server for coding agents that calls this service. */
  readonly openAgentsServer?: (at: AgentsTarget) => Promise<AgentsServer>;
}

/** The service that the server for coding agents calls. */
export interface AgentsTarget {
  readonly url: string;
  readonly controlKey: string;
}

export interface RunningStart {
  /** The URL on which the service listens. */
  readonly url: string;
  /** The bots of a freshly loaded world, in order; else empty, since stores keep no tokens. */
  readonly bots: readonly LoadedBot[];
  /**
   * The UDP port for voice data, if the service serves the platform's names. @throws Error
   * otherwise
   */
  soundPort(): Promise<number>;
  /** Stops the service and closes its store. @returns the exit code: 0, or 1 after the timeout */
  stop(): Promise<number>;
}

/** Starts a service with the operator's settings. Its last line of output is the ready line. */
export async function start(
  config: Config,
  print: (line: string) => void,
  extras: StartExtras = {},
): Promise<RunningStart> {
  const {
    servesGuardedNames = false,
    isQuiet = false,
    allowsIntents = false,
    foundUnknownToken,
    openAgentsServer,
  } = extras;
  refuseNeedless(config);
  const worldText =
    config.worldFile === undefined ? undefined : await readWorldFile(config.worldFile);
  const log = await openLog(config.log);
  if (isQuiet) log.level = "warn";
  const time: { of?: Processes } = {};
  const clock = steerableClock({
    now: () => timeOf(time.of),
    failed: (error) => log.error({ err: error }, "a timer failed"),
  });
  const show = startLines(config.log, { print, now: () => clock.now() });
  const store = await openStore(config, show, (message) => log.warn(message));
  time.of = store.processes;
  warnOfItsClock(log, store.processes);
  let bus = noBus;
  try {
    bus = await openBus(config, { store, clock, log });
    const keeper = secretsKeeper(config.store);
    const opened = await openWorld(config, { store, clock, worldText, allowsIntents, keeper });
    const service = await startService(
      {
        store,
        clock,
        random: secureRandom,
        counters: localRateLimitCounters(),
        bus,
        log,
        controlKey: config.controlKey,
        knownSecrets: opened.knownSecrets,
        production: config.mode === "production",
        isOpen: config.openBecause !== undefined,
        publicUrl: config.publicUrl,
        resumeUrl: config.resumeUrl,
        servesGuardedNames,
        observers: foundUnknownToken === undefined ? [] : [unknownTokens(foundUnknownToken)],
        foundUnknownToken,
        allowedOrigins: config.allowedOrigins,
        console: config.console,
        trustedProxies: config.trustedProxies,
        openAgentsServer:
          openAgentsServer === undefined
            ? undefined
            : (url) => openAgentsServer({ url, controlKey: config.controlKey }),
        ...(await limitsFor(config, { store, clock })),
        retainEventsMs: config.retainEventsMs,
        roles: config.roles,
      },
      config,
    );
    if (config.mode === "development") warnOfOpenness(log, config);
    introduce(show, { config, opened, keeper, url: service.url });
    print(`antechamber ready ${service.url}`);
    return {
      url: service.url,
      bots: opened.bots,
      soundPort: () => service.soundPort(),
      async stop() {
        const inTime = stopped(service, { store, bus });
        const tooLate = delay(clock, STOP_LIMIT_MS).then(() => 1);
        return Promise.race([inTime.then(() => 0), tooLate]);
      },
    };
  } catch (error) {
    await bus.close();
    await store.close().catch(() => undefined);
    throw oneLineOf(error);
  }
}

/** Stops the service; the store is closed even if that fails. */
async function stopped(
  service: RunningService,
  { store, bus }: { readonly store: Store; readonly bus: Bus },
): Promise<void> {
  try {
    await service.stop();
  } finally {
    await bus.close();
    await store.close();
  }
}

/**
 * Failures of the store or the bus are the operator's to fix, such as a full disk or a lost
 * database.
 */
function oneLineOf(error: unknown): unknown {
  if (error instanceof Error && error.name === "BusRefused") return new StartError(error.message);
  const issue = storeFault(error);
  return issue === undefined
    ? error
    : new StartError(`the store fails: ${issue}`, { cause: error });
}

/**
 * Warns that anyone who can reach the service may act as any user, and read the world with the
 * control key.
 */
function warnOfOpenness(log: Logger, { openBecause }: Config): void {
  if (openBecause === undefined) return;
  log.warn(`development mode is for tests alone, and ${openBecause}: anybody may act as anybody`);
}

/** Warns if this machine's clock differs from the database's, which all processes follow. */
function warnOfItsClock(log: Logger, processes: Processes): void {
  const aheadMs = processes.aheadMs();
  if (aheadMs === 0) return;
  const by = `${Math.abs(aheadMs)} ms ${aheadMs > 0 ? "behind" : "ahead of"}`;
  log.warn(
    `the clock of this machine is ${by} that of PostgreSQL, which is followed: check its NTP`,
  );
}

/** @throws ConfigError for settings that need several processes on one store */
function refuseNeedless({ store, bus, roles }: Config): void {
  if (store.kind === "postgres") return;
  const flag = bus.kind === "local" ? undefined : "--bus";
  const needless = processRoles.every((role) => roles.includes(role)) ? flag : "--roles";
  if (needless === undefined) return;
  throw new ConfigError(
    `${needless} is for several processes on PostgreSQL: SQLite takes one process`,
  );
}

/** Opens the bus; its client is only loaded if there is one. */
async function openBus(
  { bus, store: choice, controlKey }: Config,
  {
    store,
    clock,
    log,
  }: { readonly store: Store; readonly clock: SteerableClock; readonly log: Logger },
): Promise<Bus> {
  if (bus.kind === "local" || choice.kind === "sqlite") return noBus;
  const { openRedisBus } = await import("../platform/redis/bus.ts").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    const advice = "npm install @redis/client@6.3.1";
    throw new StartError(`--bus needs a package that is not installed: ${advice}`);
  });
  return openRedisBus({
    url: bus.url,
    service: new URL(choice.url).pathname,
    secret: controlKey,
    random: secureRandom,
    clock,
    processes: store.processes,
    warn: (message) => log.warn(message),
    failed: (error) =>
      log.error({ err: error }, "a message of another process could not be handled"),
  });
}

/** Opens the store; only the driver in use is loaded. */
async function openStore(
  { store, controlKey }: Config,
  progress: (line: string) => void,
  warn: (message: string) => void,
): Promise<Store> {
  if (store.kind === "sqlite") return openSqliteStore({ file: store.file, tables, progress, warn });
  const { openPostgresStore } = await import("../platform/postgres/store.ts");
  const opening = openPostgresStore({
    url: store.url,
    tables,
    secret: controlKey,
    progress,
    version: manifest.version,
    warn,
    failed: (error) =>
      warn(`what a process that has ended left behind could not be removed: ${String(error)}`),
  });
  return opening.catch((error: unknown) => {
    throw oneLineOf(error);
  });
}

/**
 * `antechamber migrate`: migrates a store to this version, as a start would, without starting.
 *
 * @throws StoreOpenError with one line that explains why it cannot
 */
export async function migrate(store: StoreChoice, print: (line: string) => void): Promise<void> {
  if (store.kind === "sqlite") {
    const isNew = !existsSync(store.file);
    const opened = openSqliteStore({ file: store.file, tables, progress: print, warn: print });
    await (await opened).close();
    if (isNew) print(`there was no store at ${store.file}: it is a new one, without a world`);
  } else {
    const { migratePostgresStore } = await import("../platform/postgres/store.ts");
    await migratePostgresStore({
      url: store.url,
      tables,
      progress: print,
      version: manifest.version,
    });
  }
  print("the store is up to date");
}

interface Opening {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly worldText: WorldText | undefined;
  readonly allowsIntents: boolean;
  readonly keeper: SecretsKeeper;
}

function openWorld(
  config: Config,
  { store, clock, worldText, allowsIntents, keeper }: Opening,
): Promise<OpenedWorld> {
  const production = config.mode === "production";
  const usual = allowsIntents ? demoWorldWithIntents : demoWorld;
  return openWorldIn(store, clock, {
    world: worldText?.value ?? (production ? {} : usual),
    worldText,
    isRequired: worldText !== undefined,
    reset: config.reset,
    production,
    rotateSecrets: config.rotateSecrets,
    random: secureRandom,
    keepSecrets: keeper.keep,
  });
}

/** The profile to use: the operator's, else the world's. */
async function limitsFor(
  { limits: requested, mode }: Pick<Config, "limits" | "mode">,
  { store, clock }: Pick<Opening, "store" | "clock">,
) {
  const limitsOf = (world: LoadedLimits): LimitsInForce => ({
    limits: profileFor(requested, world),
    allowsQuickRestarts: (requested ?? world.profile) === undefined && mode === "development",
  });
  const { limits: profile, gateway } = await store.read((tx) => settingsOfWorld({ tx }));
  return { ...limitsOf({ profile, frozen: clock.state().frozen }), limitsOf, gateway };
}

interface Introduction {
  readonly config: Config;
  readonly opened: OpenedWorld;
  readonly keeper: SecretsKeeper;
  readonly url: string;
}

/** Prints credentials and a snippet on the first start, and the mode. */
function introduce(show: PrintAtStart, { config, opened, keeper, url }: Introduction): void {
  const isDemo = config.worldFile === undefined && config.mode === "development";
  if (isDemo && opened.isFresh) {
    show("The demo world", {
      application: `Concierge ${demo.applicationId}`,
      bot_token: demo.botToken,
      users: `alice ${demo.aliceToken}, bob ${demo.bobToken}`,
      access_token: `${demo.accessToken} (alice)`,
      guild: `Test Guild ${demo.guildId}, channel general ${demo.generalId}`,
      control_key:
        config.controlKey === DEFAULT_CONTROL_KEY ? DEFAULT_CONTROL_KEY : "the one you set",
    });
    show("A client", {}, [
      `const client = new Client({ intents: [], rest: { api: "${url}/api" } });`,
      `client.login("${demo.botToken}");`,
    ]);
  }
  // The demo world's secrets are well known; those of production mode are in the secrets file.
  const shown = isDemo || config.mode === "production" ? [] : opened.issued;
  for (const { place, secret } of shown) show(`secret of ${placeName(place)}: ${secret}`);
  if (keeper.hasKept()) show(`new secrets are in ${keeper.path}`);
  show(`${config.mode} mode, ${config.modeReason}`);
}
