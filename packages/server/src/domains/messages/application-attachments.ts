// Files that an application uploads for temporary use.
// Source: protocol: webhooks-and-applications 2.3.
import { limits } from "@antechamber/contract";
import { createApplicationAttachment } from "@antechamber/contract/messages";
import { invalidForm } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { ownApplication } from "../applications/operations.ts";
import { requireSizes } from "./file-sizes.ts";
import { storeFile } from "./files/attachment.ts";
import { attachmentView } from "./files/file-addresses.ts";
import { deleteFiles } from "./jobs.ts";

export const applicationAttachmentHandlers: readonly Binding[] = [
  handle(createApplicationAttachment, async (ctx, { params, body, files }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    body();
    const file = files.find(({ field }) => field === "file");
    if (file === undefined) {
      const message = "This field is required";
      throw invalidForm({ path: ["file"], code: "BASE_TYPE_REQUIRED", message });
    }
    requireSizes([file], { guild: undefined, user: undefined });
    const { filename: name, contentType, bytes } = file;
    // The file is stored under the application's id, as a channel's files are stored under the
    // channel's.
    const of = { channelId: id, isEphemeral: true };
    const attachment = await storeFile(ctx, { name, contentType, bytes }, of);
    const end = ctx.now + limits.applicationAttachmentKept.value;
    ctx.schedule(deleteFiles, end, { ids: [attachment.id] });
    return reply(200, { attachment: attachmentView(ctx, attachment) });
  }),
];
