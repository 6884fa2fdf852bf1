// The traces that continue a trace, and the one that it continues.
import type { ControlReply } from "@antechamber/sdk/control";
import { useQuery } from "@tanstack/react-query";
import { call, useAnswer } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { useAskedAgain } from "../live/asked-again.ts";

type Children = ControlReply<"control.traces.children">;
type Child = Children["items"][number];

/** The most traces that are shown. */
const SHOWN_MAX = 50;
/** Every continuation starts with a call. */
const calls = [{ field: "kind", value: "request" }] as const;
const none: readonly Child[] = [];

/** The first entry of the trace that led to this one. It never changes, so it is requested once. */
export function useTraceParent(trace: string): NonNullable<Children["parent"]> | undefined {
  const input = { path: { trace_id: trace }, query: { limit: 1 } };
  const { data } = useAnswer("control.traces.children", input);
  return data?.parent ?? undefined;
}

interface TraceChildren {
  readonly items: readonly Child[];
  /** True if there are more than are shown. */
  readonly hasMore: boolean;
}

/** The actions by which users continued from a trace, including new ones. */
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
    // What is known about another trace is not shown for this one.
    placeholderData: () => none,
  });
  // A continuation starts with a call, so calls trigger a refetch.
  useAskedAgain(`calls beside ${trace}`, calls, refetch);
  return { items: data.slice(0, SHOWN_MAX), hasMore: data.length > SHOWN_MAX };
}

interface NewerQuery {
  readonly after: string;
  readonly limit: number;
}

/**
 * The known items with newer ones: the service only searches its journal after the last known item.
 * One more than is shown is requested, to tell whether there are more; after that, none are.
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
