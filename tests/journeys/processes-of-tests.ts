// Processes that share a database of their own for each test, and end with it.
import { afterEach, beforeEach, expect } from "vitest";
import { testRedisUrl } from "../../packages/server/src/testing/processes/buses.ts";
import {
  aProcess,
  type TestProcess,
  type TestProcessOptions,
} from "../../packages/server/src/testing/processes/processes.ts";
import { freshDatabase } from "../fresh-database.ts";

export type Processes = [TestProcess, TestProcess, ...TestProcess[]];

/** The polling of `expect.poll` for what happens eventually, in milliseconds. */
export const EVENTUALLY = { timeout: 30_000, interval: 20 };
/** The timeout of a test that starts several services, in milliseconds. */
export const LONG = 120_000;

interface ProcessesOfTests {
  /** The address of the test's database. */
  readonly database: () => string;
  /** The running processes of the test. */
  readonly processes: TestProcess[];
  readonly startOne: (options?: TestProcessOptions) => Promise<TestProcess>;
  /** Starts more processes, connected by a bus, and resolves when all have discovered one another. */
  readonly startConnected: (count: number, options?: TestProcessOptions) => Promise<Processes>;
  /** Ends a process during the test. */
  readonly end: (process: TestProcess) => Promise<void>;
}

/**
 * Must be called once in a test file; hooks registered after this call run before its processes
 * end.
 */
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
