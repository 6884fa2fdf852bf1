// Finds the trace in which a message was sent: every message results from a call, unless a world
// file contains it.
import { call } from "../api/queries.ts";
import { copyText } from "../parts/clipboard.ts";
import { written } from "../trace/forms.ts";
import { metadataOf } from "./message-facts.ts";
import type { Message } from "./session/seen-messages.ts";

/**
 * The search starts at the oldest entry, because later events may mention the message too, such as
 * a reply.
 */
const OLDEST = "0";
/** How many events that mention the message are checked: its own is the first of all. */
const CANDIDATES_MAX = 5;

/** The trace of a message. @throws Error when the journal does not contain it */
export async function traceOf(
  world: string,
  message: Pick<Message, "id" | "interaction_metadata">,
  ask = call,
): Promise<string> {
  const interaction = metadataOf(message)?.id;
  if (interaction !== undefined) return interaction;
  const { items } = await ask(world, "control.journal.list", {
    query: {
      kind: ["dispatch"],
      name: "MESSAGE_CREATE",
      text: message.id,
      after: OLDEST,
      limit: CANDIDATES_MAX,
    },
  });
  for (const { id, trace } of items) {
    const { payload } = await ask(world, "control.journal.get", { path: { entry_id: id } });
    if ((payload as { readonly id?: unknown } | undefined)?.id === message.id) return trace;
  }
  throw new Error("The journal no longer has the call that created this message.");
}

/** Copies the calls of a trace, for a shell or for a program. */
export async function copyTrace(world: string, trace: string, as: "curl" | "sdk"): Promise<void> {
  await copyText(await written(world, { trace }, as));
}
