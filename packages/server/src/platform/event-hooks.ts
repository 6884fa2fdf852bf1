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

/** Finds the reactions to an event's name. */
export type EventHooks = (name: string) => readonly EventHook[];

const none: readonly EventHook[] = [];

/** Groups reactions by what they answer, in their order. */
export function eventHooksOf(all: readonly EventHook[] = none): EventHooks {
  const byName = Map.groupBy(all, ({ to }) => to);
  return (name) => byName.get(name) ?? none;
}

/** Does the work of a transaction, and then what is to be done about the events that it records. */
export async function answering<T>(
  ctx: Context,
  reactionsTo: EventHooks,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const recorded: EventRecord[] = [];
  const noting: Context = {
    ...ctx,
    emit(declaration, scope, payload) {
      ctx.emit(declaration, scope, payload);
      const { name } = declaration;
      if (reactionsTo(name).length > 0) recorded.push({ name, scope, payload, at: ctx.now });
    },
  };
  const done = await work(noting);
  if (recorded.length > 0) await answerAll(noting, recorded, reactionsTo);
  return done;
}

/** Answers the events that a transaction has recorded, and those that come of that. */
async function answerAll(
  ctx: Context,
  recorded: readonly EventRecord[],
  reactionsTo: EventHooks,
): Promise<void> {
  // The list grows while it is walked.
  for (let i = 0; i < recorded.length; i += 1) {
    if (i >= ANSWERED_MAX) throw new Error("events of one transaction answer one another");
    const event = recorded[i];
    if (event === undefined) return;
    for (const each of reactionsTo(event.name)) await each.run(ctx, event);
  }
}
