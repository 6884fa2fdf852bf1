import type { Context, JobDeclaration } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { dropFile } from "./files/attachment.ts";
import { messages, shownIn, type MessageRecord } from "./message.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";

interface UnusedFiles {
  readonly ids: readonly string[];
}

/** Deletes files that no message has any more. */
export const deleteFiles: JobDeclaration<UnusedFiles> = {
  name: "message.forgetFiles",
  async run(ctx, { ids }) {
    for (const id of ids) await dropFile(ctx, id);
  },
};

interface Answered {
  readonly channelId: string;
  readonly id: string;
  /** The key of the last reply that was updated. */
  readonly after?: string;
}

/** Replies that are updated in one transaction. */
const ANSWERS_PER_PAGE = 100;

/**
 * Updates the copy of a message that its replies hold, or clears it if the message was deleted, so
 * that the text does not outlive the message. No event is emitted, as in the reference.
 */
export const refreshAnswers: JobDeclaration<Answered> = {
  name: "message.refreshAnswers",
  run: refreshPage,
};

async function refreshPage(ctx: Context, { channelId, id, after }: Answered): Promise<void> {
  const from = definedFields({ after });
  const search = { index: "answer", value: id, limit: ANSWERS_PER_PAGE, ...from } as const;
  const page = await ctx.tx.find(messages, search);
  const last = page.at(-1);
  if (last === undefined) return;
  const message = await ctx.tx.get(messages, compoundKey(channelId, id));
  for (const answer of page) {
    // A message that only refers to it, such as the notice of a pin, holds no copy.
    if (answer.referenced_message === undefined) continue;
    const reference = message === undefined ? null : shownIn(answer, message);
    ctx.tx.put(messages, { ...answer, referenced_message: reference });
  }
  if (page.length < ANSWERS_PER_PAGE) return;
  ctx.schedule(refreshAnswers, ctx.now, { channelId, id, after: messages.key(last) });
}

/** Updates the copy of a message that its replies hold: the first page in this transaction. */
export async function showInAnswers(
  ctx: Context,
  { channel_id: channelId, id }: Pick<MessageRecord, "channel_id" | "id">,
): Promise<void> {
  await refreshPage(ctx, { channelId, id });
}
