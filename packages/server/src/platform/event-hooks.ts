// How a later part of the service answers what an earlier one records, in the same transaction: the
// earlier one need not know it. Sessions receive the events of both, or of neither.
import type { EventDeclaration, Payload } from "@antechamber/contract";
import type { Context } from "./context.ts";
import type { EventRecord } from "./store.ts";

/** What is done at the end of a transaction that recorded an event of a name. */
export interface EventHook {
  readonly to: string;
  readonly run: (ctx: Context, event: EventRecord) => Promise<void>;
}

/** Declares the work that follows an event. It may record further events, which have hooks too. */
export function eventHook<D extends EventDeclaration>(
  declaration: D,
  run: (ctx: Context, payload: Payload<D>) => Promise<void>,
): EventHook {
  return {
    to: declaration.name,
    run: async (ctx, event) => {
      // Events of several scopes may share a name; their payloads differ.
      if (event.scope.kind === declaration.scope) await run(ctx, event.payload as Payload<D>);
    },
  };
}

/** Events of one transaction, after which something must be turning in a circle. */
const ANSWERED_MAX = 100_000;

/** Finds the hooks of an event by its name. */
export type EventHooks = (name: string) => readonly EventHook[];

const none: readonly EventHook[] = [];

/** Groups hooks by the events that they answer, in their order. */
export function eventHooksOf(all: readonly EventHook[] = none): EventHooks {
  const byName = Map.groupBy(all, ({ to }) => to);
  return (name) => byName.get(name) ?? none;
}

/**
 * Answers the events that a transaction has recorded, and those that come of that.
 *
 * @param recorded those that have hooks; the list grows while it is walked
 */
export async function answerEvents(
  ctx: Context,
  recorded: readonly EventRecord[],
  hooksOf: EventHooks,
): Promise<void> {
  for (let i = 0; i < recorded.length; i += 1) {
    if (i >= ANSWERED_MAX) throw new Error("events of one transaction answer one another");
    const event = recorded[i];
    if (event === undefined) return;
    for (const each of hooksOf(event.name)) await each.run(ctx, event);
  }
}
