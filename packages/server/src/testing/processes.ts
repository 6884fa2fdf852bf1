// Several processes on one PostgreSQL database, each a whole service with a store of its own.
import { leaseTimes, type LeaseTimes } from "../platform/processes.ts";
import { patience, type Patience } from "../platform/postgres/pools.ts";
import { openPostgresStore } from "../platform/postgres/store.ts";
import { tables } from "../tables.ts";
import { aService, type TestService, type TestServiceOptions } from "./start-service.ts";

export interface TestProcess extends TestService {
  /** Stops the service, and closes its store. */
  end(): Promise<void>;
}

export interface TestProcessOptions extends TestServiceOptions {
  readonly lease?: LeaseTimes;
  readonly waits?: Patience;
}

const NEVER = 1_000_000_000;

/** Of a process that says nothing after its start, as one that hangs. */
export const silentLease: LeaseTimes = { lifeMs: NEVER, fenceMs: NEVER, renewMs: NEVER };
/** Starts one more process on a database. */
export async function aProcess(
  url: string,
  { lease = leaseTimes, waits = patience, ...options }: TestProcessOptions = {},
): Promise<TestProcess> {
  const store = await openPostgresStore({ url, tables, secret: "processes", lease, waits });
  try {
    const service = await aService({ ...options, store });
    return {
      ...service,
      async end() {
        await service.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
