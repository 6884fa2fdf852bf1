// By what users went on from a trace, and what it went on from itself.
import type { ControlReply } from "@antechamber/sdk/control";
import { useQuery } from "@tanstack/react-query";
import { call, useAnswer } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { useAskedAgain } from "../live/asked-again.ts";

type Children = ControlReply<"control.traces.children">;
type Child = Children["items"][number];

/** So many are shown. */
const SHOWN_MAX = 50;
/** Nobody goes on from a trace without a call. */
const calls = [{ field: "kind", value: "request" }] as const;
const none: readonly Child[] = [];

/** The first entry of the trace that led to one. It never changes, and is asked for once. */
export function useTraceParent(trace: string): NonNullable<Children["parent"]> | undefined {
  const input = { path: { trace_id: trace }, query: { limit: 1 } };
  const { data } = useAnswer("control.traces.children", input);
  return data?.parent ?? undefined;
}

interface TraceChildren {
  readonly items: readonly Child[];
  /** There are more than are shown. */
  readonly hasMore: boolean;
}

/** The acts by which users went on from a trace, with those that come while it is looked at. */
export function useTraceChildren(trace: string): TraceChildren {
  const world = useWorld();
  const { data = none, refetch } = useQuery<readonly Child[]>({
    queryKey: [world, "control.traces.children", { trace, isKept: true }],
    queryFn: ({ client, queryKey, signal }) =>
      withNewer(client.getQueryData<readonly Child[]>(queryKey) ?? none, async (query) => {
        const input = { path: { trace_id: trace }, query, signal };
        const { items } = await call(world, "control.traces.children", input);
        return items;
      }),
    // What is known of another trace is none of this one's.
    placeholderData: () => none,
  });
  // To go on from it, a user makes a call.
  useAskedAgain(`calls beside ${trace}`, calls, refetch);
  return { items: data.slice(0, SHOWN_MAX), hasMore: data.length > SHOWN_MAX };
}

interface NewerQuery {
  readonly after: string;
  readonly limit: number;
}

/**
 * What is known, with what came after it: the service searches its journal from the last one on
 * alone. One more than is shown is asked for, which says that there are more, and then no others.
 */
export async function withNewer<T extends { readonly id: string }>(
  known: readonly T[],
  ask: (query: NewerQuery) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const limit = SHOWN_MAX + 1 - known.length;
  if (limit <= 0) return known;
  const newer = await ask({ after: known.at(-1)?.id ?? "0", limit });
  return newer.length === 0 ? known : [...known, ...newer];
}
