// Writing as a simulated user through the control plane. Source: product.md, Simulated users.
import { MissingAccess, type UploadedFile } from "@antechamber/contract";
import { invokeWait, messageAsUser } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { canEnter } from "../../domains/guilds/operations.ts";
import { decodedFiles } from "../../domains/messages/files/encoded-files.ts";
import type { MessageRecord } from "../../domains/messages/message.ts";
import { wholeViewer } from "../../domains/messages/readable.ts";
import { sendMessage } from "../../domains/messages/channel-messages/sending.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { receivedMessages, listenForAnswers } from "./wait-for-answers.ts";
import type { FollowDeps } from "./wait-for-outcome.ts";
import { referencedChannel } from "./references.ts";

interface Writing {
  readonly user: string;
  readonly payload: () => Static<(typeof messageAsUser)["body"]>;
  readonly files: readonly UploadedFile[];
}

async function write(
  ctx: Context,
  { user: named, payload, files }: Writing,
): Promise<MessageRecord> {
  const user = await actingUser(ctx, named);
  ctx.origin?.actFor(user.id, undefined);
  const { channel: reference, guild, content, sticker_ids, attachments = [] } = payload();
  const channel = await referencedChannel(ctx, { user, channel: reference, guild });
  if (!(await canEnter(ctx, channel, user.id))) throw new ApiError(MissingAccess);
  // Files in the request keep their numbers; the others are numbered after them.
  const firstPart = files.length;
  const drafts = attachments.flatMap(({ description }, i) =>
    description === undefined ? [] : [{ id: String(firstPart + i), description }],
  );
  return sendMessage(ctx, {
    user,
    channel,
    payload: () => ({ ...definedFields({ content, sticker_ids }), attachments: drafts }),
    files: [...files, ...decodedFiles(attachments, firstPart)],
  });
}

/** Handlers of messages that simulated users write. */
export function actingHandlers(deps: FollowDeps): readonly Binding[] {
  return [
    handleAsync(messageAsUser, async ({ work, whenGone }, { params, body, files }) => {
      const listener = listenForAnswers(deps);
      try {
        const writing = { user: params.user, payload: body, files };
        const message = await work.transaction((ctx) => write(ctx, writing));
        const { until, wait: waitMs = invokeWait.defaultMs } = body();
        const wait = { waitMs, whenGone };
        const ids = until === undefined ? undefined : await listener.answers(message, wait);
        return await work.read(async (ctx) => {
          const view = wholeViewer(ctx, message.author.id);
          const sent = await view(message);
          if (ids === undefined) return reply(200, sent);
          const answers = await receivedMessages(ctx, message.channel_id, ids);
          return reply(200, { ...sent, answers: await Promise.all(answers.map(view)) });
        });
      } finally {
        listener.stop();
      }
    }),
  ];
}
