// Several processes on one PostgreSQL database, each a complete service with its own store.
import { noBus, type Bus } from "../../platform/bus.ts";
import { leaseTimes, type LeaseTimes } from "../../platform/processes.ts";
import { poolTimeouts, type PoolTimeouts } from "../../platform/postgres/pools.ts";
import { openPostgresStore } from "../../platform/postgres/store.ts";
import { tables } from "../../tables.ts";
import { aBus } from "./buses.ts";
import { aService, type TestService, type TestServiceOptions } from "../start-service.ts";

export interface TestProcess extends TestService {
  /** The bus that connects the process with the others. */
  readonly bus: Bus;
  /** Stops the service, and closes its store. */
  end(): Promise<void>;
}

export interface TestProcessOptions extends TestServiceOptions {
  readonly lease?: LeaseTimes;
  readonly waits?: PoolTimeouts;
  /** The address of Redis; absent: the processes are not connected. */
  readonly redis?: string;
  /** The name that connected processes share on Redis; absent: the address of the database. */
  readonly service?: string;
  /** The timeout of the bus for Redis, in real milliseconds. */
  readonly busPatienceMs?: number;
}

const NEVER = 1_000_000_000;

/** The lease times of a process that never renews its lease, like one that hangs. */
export const silentLease: LeaseTimes = { lifeMs: NEVER, fenceMs: NEVER, renewMs: NEVER };
/** Starts one more process on a database. */
export async function aProcess(
  url: string,
  {
    lease = leaseTimes,
    waits = poolTimeouts,
    redis,
    service: name = url,
    busPatienceMs,
    ...options
  }: TestProcessOptions = {},
): Promise<TestProcess> {
  const store = await openPostgresStore({ url, tables, secret: "processes", lease, waits });
  let bus = noBus;
  const openBus: TestServiceOptions["openBus"] = async ({ clock }) => {
    if (redis === undefined) return noBus;
    const { processes } = store;
    const wait = busPatienceMs === undefined ? {} : { timeoutMs: busPatienceMs };
    bus = await aBus({ service: name, url: redis, clock, processes, ...wait });
    return bus;
  };
  try {
    const service = await aService({ ...options, store, openBus });
    return {
      ...service,
      bus,
      async end() {
        await service.stop();
        await bus.close();
        await store.close();
      },
    };
  } catch (error) {
    await bus.close();
    await store.close();
    throw error;
  }
}
