// Serves attachments at signed URLs that have not expired, and pictures to everyone.
// Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { Readable } from "node:stream";
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { attachments, type AttachmentRecord } from "../../../domains/messages/files/attachment.ts";
import {
  filePath,
  isSigned,
  type AddressQuery,
} from "../../../domains/messages/files/file-addresses.ts";
import { isShownInPlace } from "../../../domains/messages/files/file-names.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { applicationEmojis } from "../../../domains/applications/application-emojis.ts";
import { emojiImages } from "../../../domains/guilds/emojis.ts";
import { standardStickerFile } from "../../../domains/guilds/stickers/packs.ts";
import { defaultSoundFile } from "../../../domains/guilds/soundboard/default-sounds.ts";
import { guildSounds } from "../../../domains/guilds/soundboard/sound.ts";
import { stickerOrigins } from "../../../domains/guilds/stickers/sticker.ts";
import { digestHex } from "../../../platform/crypto.ts";
import { sealedAvatar, WIDGET_AVATARS } from "../../../domains/guild-settings/widget/avatars.ts";
import { images, type ImageRecord } from "../../../domains/users/image.ts";
import { worldNamed } from "../requests/request-facts.ts";
import { DEFAULT_AVATAR_PATH, defaultAvatars } from "./default-avatars.ts";
import { isKnown, rangeOf } from "./file-ranges.ts";
import { FileReaders } from "./file-readers.ts";
import { fileStream } from "./file-stream.ts";
import { PicturesInProgress } from "./pictures-in-progress.ts";

interface FilePath {
  readonly channel_id: string;
  readonly attachment_id: string;
  readonly filename: string;
}

/** The type of Lottie files: data, which browsers do not execute. */
const LOTTIE = "application/json";

/** An id; anything longer cannot exist. */
const ID = /^[0-9]{1,20}$/;

/** The properties of a file that its response headers depend on. */
type Served = Pick<AttachmentRecord, "filename" | "content_type">;

interface FileRequest {
  readonly Params: FilePath;
  readonly Querystring: AddressQuery;
}

/** The file at a URL. Without a valid signature, callers cannot find out which files exist. */
async function storedFile(
  request: FastifyRequest<FileRequest>,
): Promise<AttachmentRecord | undefined> {
  const { world, params, query } = request;
  const { channel_id, attachment_id: id, filename } = params;
  if (!ID.test(id) || namesOtherWorld(request)) return undefined;
  return world.work.read(async (ctx) => {
    if (!isSigned(ctx, filePath({ channel_id, id, filename }), query)) return undefined;
    const record = await ctx.tx.get(attachments, snowflakeKey(id));
    const isMeant = record?.channel_id === channel_id && record.filename === filename;
    return isMeant ? record : undefined;
  });
}

/**
 * Sets headers that keep the file from running as a page: it was uploaded by users, and the console
 * and the consent page are on the same origin. Files other than pictures, audio and video are only
 * offered for download.
 */
function guarded(reply: FastifyReply, { filename, content_type = "" }: Served): void {
  const isShown = isShownInPlace(content_type);
  const isText = content_type.startsWith("text/plain;") || content_type === LOTTIE;
  reply.headers({
    "content-type": isShown || isText ? content_type : "application/octet-stream",
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${filename}"`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    // The file at a URL never changes, but it may be deleted.
    "cache-control": "private, max-age=3600",
  });
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(text);
}

/** Replies 404, and counts the miss: after too many, `answerTooMany` replies instead. */
function answerGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.world.ipBan.missed(request.callerAddress);
  return sendText(reply, 404, "This content is no longer available.");
}

function answerTooMany(reply: FastifyReply): FastifyReply {
  const { windowMs } = limits.fileMisses;
  reply.header("retry-after", String(windowMs / 1000));
  return sendText(reply, 429, "Too many addresses that lead nowhere.");
}

function missesTooOften({ world, callerAddress }: FastifyRequest): boolean {
  return world.ipBan.missesTooOften(callerAddress);
}

function answerBusy(reply: FastifyReply): FastifyReply {
  reply.headers({ "retry-after": "1", "cache-control": "no-store" });
  return sendText(reply, 503, "Too many files are being read.");
}

/**
 * Files of all worlds are requested at one port by the world's name, so that the console can show
 * them although its policy allows only its own origin. The name of an unknown world must not lead
 * to another.
 */
function namesOtherWorld({ world, query }: FastifyRequest): boolean {
  const name = worldNamed(query as Record<string, unknown>);
  return name !== undefined && name !== world.name;
}

/** Serves pictures at their paths. */
function mountImages(app: FastifyInstance, readers: FileReaders): void {
  const underWay = new PicturesInProgress();

  function sendPicture(
    { callerAddress }: FastifyRequest,
    reply: FastifyReply,
    image: ImageRecord,
  ): FastifyReply {
    if (!readers.enter(callerAddress, reply.raw)) return answerBusy(reply);
    const bytes = underWay.take(image, reply.raw);
    return bytes === undefined ? answerBusy(reply) : reply.send(bytes);
  }

  const serve = (path: string, find: typeof storedImage) =>
    app.get<{ Params: { readonly picture: string } }>(path, async (request, reply) => {
      if (missesTooOften(request)) return answerTooMany(reply);
      const { picture } = request.params;
      const image = namesOtherWorld(request) ? undefined : await find(request.world.work, picture);
      if (image === undefined) return answerGone(request, reply);
      guarded(reply, { filename: picture, content_type: image.contentType });
      const etag = `"${image.hash}"`;
      reply.header("etag", etag);
      if (isKnown(request.headers, etag)) return reply.code(304).send();
      return sendPicture(request, reply, image);
    });
  for (const [path, find] of pictureFinders) serve(path, find);
}

/** Serves the default avatars. */
function mountDefaultAvatars(app: FastifyInstance): void {
  let avatars: ReturnType<typeof defaultAvatars> | undefined;
  app.get<{ Params: { readonly picture: string } }>(DEFAULT_AVATAR_PATH, (request, reply) => {
    const { picture } = request.params;
    const bytes = (avatars ??= defaultAvatars()).get(picture);
    if (bytes === undefined) return answerGone(request, reply);
    guarded(reply, { filename: picture, content_type: "image/png" });
    return reply.send(bytes);
  });
}

/** Serves attachments and pictures. */
export function mountCdn(app: FastifyInstance): void {
  const readers = new FileReaders();
  mountImages(app, readers);
  mountDefaultAvatars(app);

  function sendFile(
    request: FastifyRequest<FileRequest>,
    reply: FastifyReply,
    file: AttachmentRecord,
  ): FastifyReply {
    const { size } = file;
    const etag = `"${file.digest}"`;
    guarded(reply, file);
    reply.headers({ etag, "accept-ranges": "bytes" });
    if (isKnown(request.headers, etag)) return reply.code(304).send();
    const requestedRange = rangeOf(request.headers, { etag, size });
    if (requestedRange === "unsatisfiable") {
      reply.header("content-range", `bytes */${size}`);
      return sendText(reply, 416, "The file has no such part.");
    }
    const range = requestedRange ?? { from: 0, to: size - 1 };
    if (requestedRange !== undefined) {
      reply.code(206).header("content-range", `bytes ${range.from}-${range.to}/${size}`);
    }
    reply.header("content-length", String(range.to + 1 - range.from));
    if (size === 0) return reply.send();
    // Without any payload, the framework would set a length of 0.
    if (request.method === "HEAD") return reply.send(Readable.from([]));
    if (!readers.enter(request.callerAddress, reply.raw)) {
      return answerBusy(reply.removeHeader("content-length"));
    }
    return reply.send(fileStream(request.world, { file, range }, reply.raw));
  }

  app.get<FileRequest>(
    "/cdn/attachments/:channel_id/:attachment_id/:filename",
    async (request, reply) => {
      const file = await storedFile(request);
      if (file !== undefined) return sendFile(request, reply, file);
      // A valid URL is served, even if others behind the same IP address guess.
      return missesTooOften(request) ? answerTooMany(reply) : answerGone(request, reply);
    },
  );
}

/** The paths of pictures; `:picture` is a hash with an ending. */
export const imagePaths = [
  "/cdn/app-icons/:application_id/:picture",
  "/cdn/icons/:guild_id/:picture",
  "/cdn/splashes/:guild_id/:picture",
  "/cdn/discovery-splashes/:guild_id/:picture",
  "/cdn/home-headers/:guild_id/:picture",
  "/cdn/banners/:owner_id/:picture",
  "/cdn/avatars/:user_id/:picture",
  "/cdn/role-icons/:role_id/:picture",
  "/cdn/guilds/:guild_id/users/:user_id/avatars/:picture",
  "/cdn/guilds/:guild_id/users/:user_id/banners/:picture",
  "/cdn/guild-events/:event_id/:picture",
] as const;

export const EMOJI_PATH = "/cdn/emojis/:picture";
const SOUND_PATH = "/cdn/soundboard-sounds/:picture";
const STICKER_PATH = "/cdn/stickers/:picture";

/** How the picture at each path is found in a world. */
const pictureFinders: ReadonlyMap<string, typeof storedImage> = new Map([
  ...imagePaths.map((path) => [path, storedImage] as const),
  [EMOJI_PATH, storedEmoji],
  [STICKER_PATH, storedSticker],
  [`${WIDGET_AVATARS}:picture`, widgetAvatarAt],
  [SOUND_PATH, storedSound],
]);

/** Whether a world has the picture that a call is about; undefined for calls about none. */
export function pictureSearch({
  routeOptions,
  params,
}: Pick<FastifyRequest, "routeOptions" | "params">) {
  const find = pictureFinders.get(routeOptions.url ?? "");
  if (find === undefined) return undefined;
  const { picture } = params as { readonly picture: string };
  return async (work: Transactions) => (await find(work, picture)) !== undefined;
}

/** The file name without its ending. */
function stemOf(file: string): string | undefined {
  return /^(a_[0-9a-f]{32}|[0-9a-f]{1,32})\.(?:png|jpe?g|webp|gif|avif)$/.exec(file)?.[1];
}

/** The picture with a hash, or undefined. */
export async function storedImage(
  work: Transactions,
  file: string,
): Promise<ImageRecord | undefined> {
  const hash = stemOf(file);
  return hash === undefined ? undefined : work.read(({ tx }) => tx.get(images, hash));
}

/** The picture at the URL of an avatar in a widget, or undefined. */
async function widgetAvatarAt(work: Transactions, file: string): Promise<ImageRecord | undefined> {
  const [, sealed = ""] = /^(.+)\.png$/.exec(file) ?? [];
  return work.read(async ({ tx, settings }) => {
    const hash = sealedAvatar(settings, sealed);
    return hash === undefined ? undefined : tx.get(images, hash);
  });
}

/** The picture of an emoji, or undefined. */
export async function storedEmoji(
  work: Transactions,
  file: string,
): Promise<ImageRecord | undefined> {
  const id = stemOf(file);
  if (id === undefined || !/^[0-9]{1,20}$/.test(id)) return undefined;
  return work.read(async ({ tx }) => {
    const key = snowflakeKey(id);
    const origin = (await tx.get(emojiImages, key)) ?? (await tx.get(applicationEmojis, key));
    return origin?.image === undefined ? undefined : tx.get(images, origin.image);
  });
}

/** Content types of stickers by the ending of their URL. */
const stickerEndings: Readonly<Record<string, string>> = {
  png: "image/png",
  gif: "image/gif",
  json: LOTTIE,
};

/** The file of a sticker, or undefined if its format is not the requested one. */
async function storedSticker(work: Transactions, file: string): Promise<ImageRecord | undefined> {
  const [, id, ending = ""] = /^([0-9]{1,20})\.([a-z]+)$/.exec(file) ?? [];
  if (id === undefined) return undefined;
  const image = standardImage(id) ?? (await guildStickerImage(work, id));
  return image?.contentType === stickerEndings[ending] ? image : undefined;
}

function standardImage(id: string): ImageRecord | undefined {
  const drawn = standardStickerFile(id);
  if (drawn === undefined) return undefined;
  const bytes = Buffer.from(drawn);
  return { hash: digestHex(bytes), contentType: LOTTIE, base64: bytes.toString("base64") };
}

function guildStickerImage(work: Transactions, id: string): Promise<ImageRecord | undefined> {
  return work.read(async ({ tx }) => {
    const origin = await tx.get(stickerOrigins, snowflakeKey(id));
    return origin?.image === undefined ? undefined : tx.get(images, origin.image);
  });
}

/** The file of a sound, whose URL has no ending, or undefined. */
async function storedSound(work: Transactions, id: string): Promise<ImageRecord | undefined> {
  if (!ID.test(id)) return undefined;
  const base64 = defaultSoundFile(id);
  if (base64 !== undefined) return { hash: `default-${id}`, contentType: "audio/mpeg", base64 };
  return work.read(async ({ tx }) => {
    const sound = await tx.get(guildSounds, snowflakeKey(id));
    return sound?.sound === undefined ? undefined : tx.get(images, sound.sound);
  });
}
