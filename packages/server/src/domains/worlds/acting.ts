// Writing as a simulated user through the control plane. Source: product.md, Simulated users.
import {
  BotsNotAllowed,
  limits,
  messageAsUser,
  MissingAccess,
  type EncodedFile,
  type Static,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { canSee } from "../guilds/operations.ts";
import { referencedChannel, referencedUser } from "../interactions/references.ts";
import { messageView } from "../messages/message.ts";
import { sendMessage } from "../messages/sending.ts";

/** Files in a form's JSON, as if they had come as parts of it, after those that did. */
function decoded(given: readonly Static<typeof EncodedFile>[], firstPart: number): UploadedFile[] {
  return given.map(({ filename, data, content_type }, i) => {
    const bytes = Buffer.from(data, "base64");
    if (bytes.byteLength > limits.attachmentSize.value) {
      const message = `Must be ${limits.attachmentSize.value} or fewer in length.`;
      throw invalidForm({
        path: ["attachments", i, "data"],
        code: "BASE_TYPE_MAX_LENGTH",
        message,
      });
    }
    const contentType = content_type ?? "";
    return { field: `files[${firstPart + i}]`, filename, contentType, bytes };
  });
}

/** Handlers of what simulated users write. */
export const actingHandlers: readonly Binding[] = [
  handle(messageAsUser, async (ctx, { params, body, files }) => {
    const user = await referencedUser(ctx, params.user);
    if (user.bot === true) throw new ApiError(BotsNotAllowed);
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
      files: [...files, ...decoded(attachments, firstPart)],
    });
    return reply(200, messageView(message));
  }),
];
