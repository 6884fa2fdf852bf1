// Pictures of applications and users, each stored once under the hash by which records refer to it.
// Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { limits } from "@antechamber/contract";
import { imageIn } from "@antechamber/contract/users";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { digestHex } from "../../platform/crypto.ts";
import { tableOf } from "../../platform/store.ts";

/** A picture's bytes. */
export interface ImageRecord {
  /**
   * The first 32 hex digits of the bytes' SHA-256, after `a_` for a GIF, as in records and
   * addresses.
   */
  readonly hash: string;
  readonly contentType: string;
  readonly base64: string;
}

type Picture = Omit<ImageRecord, "hash">;

export const images = tableOf<ImageRecord>()({ name: "image", key: (image) => image.hash });

/** The length of the reference's hashes. */
const HASH_LENGTH = 32;

/** The prefix of the hashes of animated pictures. */
export const ANIMATED = "a_";

/** The hash that a picture is stored under. */
export function imageHash({ contentType, base64 }: Picture): string {
  const digest = digestHex(Buffer.from(base64, "base64")).slice(0, HASH_LENGTH);
  return isAnimated({ contentType }) ? `${ANIMATED}${digest}` : digest;
}

/**
 * Stores a picture from a data URI.
 *
 * @returns the hash by which its owner refers to it
 * @throws InvalidForm for text that is not a picture
 */
export async function storeImage(ctx: Context, uri: string): Promise<string> {
  return storePicture(ctx, pictureIn(uri));
}

/** @throws InvalidForm for text that is not a picture */
function pictureIn(uri: string): Picture {
  const image = imageIn(uri);
  if (image !== undefined) return image;
  throw invalidForm({ path: [], code: "IMAGE_INVALID", message: "Invalid image data" });
}

/** Stores a picture's bytes. @returns the hash by which its owner refers to it */
export async function storePicture(ctx: Context, image: Picture): Promise<string> {
  const hash = imageHash(image);
  if ((await ctx.tx.get(images, hash)) === undefined) ctx.tx.put(images, { hash, ...image });
  return hash;
}

/** True for a picture that may move. */
export function isAnimated({ contentType }: Pick<Picture, "contentType">): boolean {
  return contentType === "image/gif";
}

/** The picture of a new emoji. @throws InvalidForm for one that exceeds the size limit of emojis */
export function emojiPicture(uri: string): Picture {
  const picture = pictureIn(uri);
  const max = limits.emojiSize.value;
  if (Math.floor((picture.base64.length * 3) / 4) <= max) return picture;
  const message = `File cannot be larger than ${(max / 1024).toFixed(1)} kb.`;
  throw invalidForm({ path: ["image"], code: "BINARY_TYPE_MAX_SIZE", message });
}
