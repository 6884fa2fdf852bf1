// Pictures of applications and people: kept once under the hash by which their owners name them.
// Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { limits } from "@antechamber/contract";
import { imageIn } from "@antechamber/contract/users";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { digestHex } from "../../platform/crypto.ts";
import { tableOf } from "../../platform/store.ts";

/** A picture's bytes. */
export interface ImageRecord {
  /** 32 hex digits of its SHA-256, after `a_` for a GIF, as records and addresses name it. */
  readonly hash: string;
  readonly contentType: string;
  readonly base64: string;
}

export const images = tableOf<ImageRecord>()({ name: "image", key: (image) => image.hash });

/** Hashes are as long as the reference's. */
const HASH_LENGTH = 32;

/** What the hashes of moving pictures begin with. */
export const ANIMATED = "a_";

/** The hash that a picture is kept under. */
export function imageHash({ contentType, base64 }: Omit<ImageRecord, "hash">): string {
  const digest = digestHex(Buffer.from(base64, "base64")).slice(0, HASH_LENGTH);
  return contentType === "image/gif" ? `${ANIMATED}${digest}` : digest;
}

/**
 * Keeps a picture that came as a data URI.
 *
 * @returns the hash under which its owner names it
 * @throws InvalidForm for text that is no picture
 */
export async function keepImage(ctx: Context, uri: string): Promise<string> {
  const image = imageIn(uri);
  if (image === undefined) {
    throw invalidForm({ path: [], code: "IMAGE_INVALID", message: "Invalid image data" });
  }
  return keepPicture(ctx, image);
}

/** Keeps what a picture's address gives. @returns the hash under which its owner names it */
export async function keepPicture(ctx: Context, image: Omit<ImageRecord, "hash">): Promise<string> {
  const hash = imageHash(image);
  if ((await ctx.tx.get(images, hash)) === undefined) ctx.tx.put(images, { hash, ...image });
  return hash;
}

/** @throws InvalidForm for a picture that is larger than an emoji may be */
export function requireEmojiSize(base64: string): void {
  const max = limits.emojiSize.value;
  if (Math.floor((base64.length * 3) / 4) <= max) return;
  const message = `File cannot be larger than ${(max / 1024).toFixed(1)} kb.`;
  throw invalidForm({ path: ["image"], code: "BINARY_TYPE_MAX_SIZE", message });
}
