// The trace that a message came of: every message is somebody's call, unless a world file brought it.
import { call } from "../api/queries.ts";
import { copyText } from "../parts/clipboard.ts";
import { written } from "../trace/forms.ts";
import { metadataOf } from "./message-facts.ts";
import type { Message } from "./session/seen-messages.ts";

/**
 * The search begins at the oldest: later events may tell of the message too, as of one that answers
 * it.
 */
const OLDEST = "0";
/** Events that name the message are looked at so many: its own comes before all others. */
const CANDIDATES_MAX = 5;

/** @throws Error when the journal does not have it */
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
  throw new Error("The journal does not have how this message came.");
}

/** The calls of a trace, for a shell or for a program. */
export async function copyTrace(world: string, trace: string, as: "curl" | "sdk"): Promise<void> {
  await copyText(await written(world, { trace }, as));
}
