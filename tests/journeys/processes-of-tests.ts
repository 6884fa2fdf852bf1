// Processes that share a database of each test's own, and end with it.
import { afterEach, beforeEach, expect } from "vitest";
import { testRedisUrl } from "../../packages/server/src/testing/buses.ts";
import {
  aProcess,
  type TestProcess,
  type TestProcessOptions,
} from "../../packages/server/src/testing/processes.ts";
import { freshDatabase } from "../fresh-database.ts";

export type Processes = [TestProcess, TestProcess, ...TestProcess[]];

/** What comes by itself, sooner or later. */
export const EVENTUALLY = { timeout: 30_000, interval: 20 };
/** A test that starts several services may take so long. Milliseconds. */
export const LONG = 120_000;

interface ProcessesOfTests {
  /** The database of the test. */
  readonly database: () => string;
  /** Those of the test that run. */
  readonly processes: TestProcess[];
  readonly startOne: (options?: TestProcessOptions) => Promise<TestProcess>;
  /** So many more that a bus connects, once all know of one another. */
  readonly startConnected: (count: number, options?: TestProcessOptions) => Promise<Processes>;
  /** Ends one before the test has ended. */
  readonly end: (process: TestProcess) => Promise<void>;
}

/** Called once by a file of tests; what ends before its processes is registered after this call. */
export function processesOfTests(): ProcessesOfTests {
  const processes: TestProcess[] = [];
  let database = "";
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((process) => process.end()));
  });
  const startOne = async (options: TestProcessOptions = {}): Promise<TestProcess> => {
    const process = await aProcess(database, options);
    processes.push(process);
    return process;
  };
  return {
    database: () => database,
    processes,
    startOne,
    async startConnected(count, options = {}) {
      for (let nth = 0; nth < count; nth += 1) {
        await startOne({ redis: testRedisUrl(), ...options });
      }
      const livesOf = () => processes.map(({ store }) => store.processes.living().length);
      await expect.poll(livesOf, EVENTUALLY).toEqual(processes.map(() => processes.length));
      return processes as unknown as Processes;
    },
    async end(process) {
      processes.splice(processes.indexOf(process), 1);
      await process.end();
    },
  };
}
