// Writing as a simulated user through the control plane. Source: product.md, Simulated users.
import { messageAsUser, MissingAccess } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { canSee } from "../guilds/operations.ts";
import { referencedChannel } from "../interactions/references.ts";
import { decodedFiles } from "../messages/files/encoded-files.ts";
import { messageView } from "../messages/message.ts";
import { sendMessage } from "../messages/sending.ts";
import { actingUser } from "../users/acting-user.ts";

/** Handlers of what simulated users write. */
export const actingHandlers: readonly Binding[] = [
  handle(messageAsUser, async (ctx, { params, body, files }) => {
    const user = await actingUser(ctx, params.user);
    const { channel: reference, guild, content, attachments = [] } = body();
    const channel = await referencedChannel(ctx, { user, channel: reference, guild });
    if (!(await canSee(ctx, channel, user.id))) throw new ApiError(MissingAccess);
    // Parts of the request keep their numbers; the others come after them.
    const firstPart = files.length;
    const drafts = attachments.flatMap(({ description }, i) =>
      description === undefined ? [] : [{ id: String(firstPart + i), description }],
    );
    const message = await sendMessage(ctx, {
      user,
      channel,
      form: () => ({ ...(content === undefined ? {} : { content }), attachments: drafts }),
      files: [...files, ...decodedFiles(attachments, firstPart)],
    });
    return reply(200, messageView(ctx, message));
  }),
];
