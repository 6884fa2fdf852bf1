// Event hooks, by which a later part of the service reacts to the events of an earlier one, in the
// same transaction: the earlier one does not depend on it. Sessions receive the events of both, or
// of neither.
import type { EventDeclaration, Payload } from "@antechamber/contract";
import type { Context } from "./context.ts";
import type { EventRecord } from "./store.ts";

/** Work at the end of a transaction that recorded an event of this name. */
export interface EventHook {
  readonly to: string;
  readonly run: (ctx: Context, event: EventRecord) => Promise<void>;
}

/** Declares a hook for an event. It may record further events, which have hooks too. */
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

/** The number of events in one transaction beyond which hooks must be in a loop. */
const EVENTS_MAX = 100_000;

/** Finds the hooks of an event by its name. */
export type EventHooks = (name: string) => readonly EventHook[];

const none: readonly EventHook[] = [];

/** Groups hooks by the events that they react to, in their order. */
export function eventHooksOf(all: readonly EventHook[] = none): EventHooks {
  const byName = Map.groupBy(all, ({ to }) => to);
  return (name) => byName.get(name) ?? none;
}

/**
 * Runs the hooks of the events that a transaction has recorded, and of those that the hooks record.
 *
 * @param recorded the events that have hooks; the list grows while it is walked
 */
export async function runEventHooks(
  ctx: Context,
  recorded: readonly EventRecord[],
  hooksOf: EventHooks,
): Promise<void> {
  for (let i = 0; i < recorded.length; i += 1) {
    if (i >= EVENTS_MAX) throw new Error("events of one transaction answer one another");
    const event = recorded[i];
    if (event === undefined) return;
    for (const hook of hooksOf(event.name)) await hook.run(ctx, event);
  }
}
