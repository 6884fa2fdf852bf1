// Files of messages and pictures, for whoever has their address.
// Source: protocol: gateway-oauth-limits 1.8.
import { ageKey } from "@antechamber/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  attachments,
  fileBytes,
  type AttachmentRecord,
} from "../../domains/messages/files/attachment.ts";
import { isShownInPlace } from "../../domains/messages/files/file-names.ts";
import type { Work } from "../../platform/work.ts";
import { EMOJI_PATH, imagePaths, storedEmoji, storedImage } from "./cdn-images.ts";

interface FilePath {
  readonly channel_id: string;
  readonly attachment_id: string;
  readonly filename: string;
}

/** Digits of an id; what is longer names nothing. */
const ID = /^[0-9]{1,20}$/;

/** What is said of a file as it is served. */
type Served = Pick<AttachmentRecord, "filename" | "content_type">;

interface StoredFile {
  readonly record: AttachmentRecord;
  readonly bytes: Buffer;
}

async function storedFile(work: Work, path: FilePath): Promise<StoredFile | undefined> {
  if (!ID.test(path.attachment_id)) return undefined;
  return work.read(async ({ tx }) => {
    const record = await tx.get(attachments, ageKey(path.attachment_id));
    const isMeant = record?.channel_id === path.channel_id && record.filename === path.filename;
    const file = isMeant ? await tx.get(fileBytes, record.digest) : undefined;
    if (record === undefined || file === undefined) return undefined;
    return { record, bytes: Buffer.from(file.base64, "base64") };
  });
}

/**
 * Strangers sent these bytes, and the console and the consent page live on the same origin: nothing
 * here may run. What is no picture, sound or film is only ever saved.
 */
function guarded(reply: FastifyReply, { filename, content_type = "" }: Served): void {
  const isShown = isShownInPlace(content_type);
  const isText = content_type.startsWith("text/plain;");
  reply.headers({
    "content-type": isShown || isText ? content_type : "application/octet-stream",
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${filename}"`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    // A file never changes under its address, but it may be deleted.
    "cache-control": "private, max-age=3600",
  });
}

function answerGone(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type("text/plain; charset=utf-8")
    .send("This content is no longer available.");
}

/** Serves pictures at their paths. */
function mountImages(app: FastifyInstance, { work }: { readonly work: Work }): void {
  const serve = (path: string, find: typeof storedImage) =>
    app.get<{ Params: { readonly picture: string } }>(path, async (request, reply) => {
      const { picture } = request.params;
      const image = await find(work, picture);
      if (image === undefined) return answerGone(reply);
      guarded(reply, { filename: picture, content_type: image.contentType });
      return reply.send(Buffer.from(image.base64, "base64"));
    });
  for (const path of imagePaths) serve(path, storedImage);
  serve(EMOJI_PATH, storedEmoji);
}

/** Serves the files of messages; their addresses carry a signature that nobody has to show. */
export function mountCdn(app: FastifyInstance, { work }: { readonly work: Work }): void {
  mountImages(app, { work });
  app.get<{ Params: FilePath }>(
    "/cdn/attachments/:channel_id/:attachment_id/:filename",
    async (request, reply) => {
      const file = await storedFile(work, request.params);
      if (file === undefined) return answerGone(reply);
      guarded(reply, file.record);
      return reply.send(file.bytes);
    },
  );
}
