// A world with the endpoints that edit entities, for tests of the records and events that they
// write.
import type { EndpointDeclaration } from "@antechamber/contract";
import { endpointCheck } from "../../domains/applications/endpoint-check.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { entityHandlers } from "../../control/entities/entity-handlers.ts";
import { probeHandlers } from "../../control/probe.ts";
import { exportWorld } from "../../control/world-file/export.ts";
import { idWatermarks } from "../../platform/ids.ts";
import { jobs } from "../../platform/schedule/jobs.ts";
import type { Outbound } from "../../platform/outbound.ts";
import { tables } from "../../tables.ts";
import { openHandlerCalls } from "../calls/handler-calls.ts";
import { issuesOf, loaded } from "./loaded-worlds.ts";
import { scriptedOutbound } from "../network/scripted-outbound.ts";

const own = tables.filter((table) => table !== idWatermarks && table !== jobs);

/**
 * The demo world, or another one, with the endpoints of entities, and an outbound port for checks
 * of applications' endpoints.
 */
export async function anEntityWorld(
  world: unknown = demoWorld,
  outbound: Outbound = scriptedOutbound(() => ({ kind: "failed", reason: "nobody is there" })),
) {
  const check = endpointCheck(outbound);
  const handlers = [...entityHandlers(check), ...probeHandlers(check)];
  const calls = await openHandlerCalls(handlers);
  const { dump } = loaded(world, { systemNow: calls.clock.now() });
  await calls.seed((tx) => {
    for (const table of own) {
      for (const record of dump.tables[table.name] ?? []) tx.put(table, record);
    }
  });
  await calls.news();
  return {
    ...calls,
    /** Calls as the operator; then checks that the state can be exported and loaded. */
    ask: async (
      endpoint: EndpointDeclaration,
      params: Readonly<Record<string, string>> = {},
      body?: unknown,
    ) => {
      const answer = await calls.call(endpoint, { as: { kind: "control" }, params, body });
      const state = await calls.work.read((ctx) => exportWorld(ctx));
      const issues = issuesOf(JSON.parse(JSON.stringify(state)));
      if (issues.length > 0) throw new Error(`the state is no world:\n${issues.join("\n")}`);
      return answer as { status: number; body: Record<string, unknown> };
    },
    named: async () => (await calls.news()).map(({ name }) => name),
  };
}
