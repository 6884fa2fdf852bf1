// What the log says of calls that are refused because the store is unavailable, and of those that
// failed otherwise.
import { afterEach, expect, test } from "vitest";
import { openLog } from "../../platform/log.ts";
import { UnreachableError } from "../../platform/store.ts";
import { aMemoryStore } from "../../testing/memory-store.ts";
import { aService, type TestService } from "../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

/** The log of a call whose transaction fails, without the line that every call has. */
async function logOf(failure: Error): Promise<readonly Record<string, unknown>[]> {
  const lines: string[] = [];
  const log = await openLog("json", { write: (line: string) => void lines.push(line) });
  const memory = await aMemoryStore();
  let fails = false;
  const store = {
    ...memory,
    transaction: ((...work) =>
      fails ? Promise.reject(failure) : memory.transaction(...work)) as typeof memory.transaction,
  };
  service = await aService({ store, log });
  fails = true;
  const { status } = await service.asBot("POST /lobbies", {});
  fails = false;
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return [...logged.filter(({ endpoint }) => endpoint === "lobbies.create"), { status }];
}

test("a call without the store is refused with 503 and logged without a stack", async () => {
  const [line, answer, ...more] = await logOf(new UnreachableError("connection refused"));
  expect(line).toMatchObject({ level: 40, msg: "unavailable", reason: "connection refused" });
  expect(line).not.toHaveProperty("err");
  expect([answer, ...more]).toEqual([{ status: 503 }]);
});

test("a call that fails for an unknown reason is answered with 500 and logged with its stack", async () => {
  const [line, answer, ...more] = await logOf(new TypeError("no such thing"));
  expect(line).toMatchObject({ level: 50, msg: "request failed" });
  expect(line).toHaveProperty("err.stack", expect.stringContaining("no such thing"));
  expect([answer, ...more]).toEqual([{ status: 500 }]);
});
