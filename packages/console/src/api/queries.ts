// How pages request and cache the control plane's answers.
import { pagingLimits } from "@antechamber/contract/paging-limits";
import {
  RestError,
  type ControlCallId,
  type ControlInput,
  type ControlReply,
} from "@antechamber/sdk/control";
import { QueryClient, useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useWorld } from "./address.ts";
import { controlOf } from "./control.ts";
import { SESSION_OVER } from "./session.ts";

/** The service is usually on this machine, so the browser's online state is irrelevant. */
const networkMode = "always";
const UNAUTHORIZED = 401;
/** The most items of one answer of a list. */
export const LIST_MAX = pagingLimits.controlPage.value;

export const queries = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      staleTime: 1000,
      // The previous answer is shown while a new one is loading.
      placeholderData: (previous: unknown) => previous,
      retry: (count, error) => !(error instanceof RestError) && count < 3,
    },
  },
});

interface AskOptions<T> {
  /** The refetch interval in milliseconds, which may depend on the last answer. */
  readonly every?: number | ((last: T | undefined) => number);
  readonly isOff?: boolean;
}

/** The cached answer of a call that only reads. */
export function useAnswer<I extends ControlCallId>(
  id: I,
  input: ControlInput<I>,
  { every, isOff = false }: AskOptions<ControlReply<I>> = {},
): UseQueryResult<ControlReply<I>> {
  const world = useWorld();
  const key: AnswerKey = [world, id, input];
  return useQuery<ControlReply<I>>({
    queryKey: key,
    placeholderData: (previous, query) => (isOfSame(query?.queryKey, key) ? previous : undefined),
    queryFn: ({ signal }) => call(world, id, { ...input, signal }),
    enabled: !isOff,
    ...(every === undefined ? {} : { refetchInterval: intervalOf(every) }),
  });
}

type AnswerKey = readonly [world: string, id: string, input: object];

/**
 * True if two keys are about the same subject. The previous answer may then be shown while a new
 * one, such as another search, is loading; the answer about another world, trace or application may
 * not.
 */
export function isOfSame(before: readonly unknown[] | undefined, now: AnswerKey): boolean {
  if (before === undefined) return false;
  return JSON.stringify(before, withoutSearch) === JSON.stringify(now, withoutSearch);
}

function withoutSearch(name: string, value: unknown): unknown {
  return name === "q" ? undefined : value;
}

function intervalOf<T>(every: number | ((last: T | undefined) => number)) {
  if (typeof every === "number") return every;
  return ({ state }: { readonly state: { readonly data: T | undefined } }) => every(state.data);
}

/** A call that changes something; afterwards all cached answers are refetched. */
export function useAct<I extends ControlCallId>(id: I) {
  const world = useWorld();
  return useMutation<ControlReply<I>, Error, ControlInput<I>>({
    mutationFn: (input) => call(world, id, input),
    onSettled: () => queries.invalidateQueries({ queryKey: [world] }),
  });
}

/** Calls the control plane of a world. */
export async function call<I extends ControlCallId>(
  world: string,
  id: I,
  input: ControlInput<I>,
): Promise<ControlReply<I>> {
  const client = controlOf(world) as {
    call(id: I, input: ControlInput<I>): Promise<ControlReply<I>>;
  };
  try {
    return await client.call(id, input);
  } catch (error) {
    const isOver = error instanceof RestError && error.status === UNAUTHORIZED;
    if (isOver) dispatchEvent(new Event(SESSION_OVER));
    throw error;
  }
}

/** The error as text, with the service's message if it sent one. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
