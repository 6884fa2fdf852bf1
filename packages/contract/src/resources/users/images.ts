// Pictures that come inside JSON. Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { limits } from "../../limits/limits.ts";
import { refine, text } from "../../schema/values.ts";

const SHAPE = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** Characters of the longest picture as a data URI. */
const IMAGE_TEXT_MAX = Math.ceil(limits.imageSize.value / 3) * 4 + 64;

/** What files of each kind begin with, as base64 writes it. */
const beginnings: Readonly<Record<string, RegExp>> = {
  // \x89PNG\r\n\x1a\n
  "image/png": /^iVBORw0KGg[o-r]/,
  // \xff\xd8\xff
  "image/jpeg": /^\/9j\//,
  // GIF87a, GIF89a
  "image/gif": /^R0lGOD[dl]h/,
  // RIFF, four bytes, WEBP
  "image/webp": /^UklGR[g-v].{5}XRUJQ/,
  // four bytes, ftypavif or ftypavis
  "image/avif": /^.{5}[GWm2]Z0eXBhdml[mz]/,
};

/**
 * The media type and the base64 of a picture that is written as a data URI, or undefined. The bytes
 * say which kind it is: discord.js calls every file image/jpg, and seyfert image/jpeg.
 */
export function imageIn(
  uri: string,
): { readonly contentType: string; readonly base64: string } | undefined {
  const [, base64] = SHAPE.exec(uri) ?? [];
  if (base64 === undefined) return undefined;
  const [contentType] = Object.entries(beginnings).find(([, start]) => start.test(base64)) ?? [];
  return contentType === undefined ? undefined : { contentType, base64 };
}

/** A picture, `data:image/png;base64,…`, whose bytes are those of a kind that is taken. */
export const ImageData = refine(text({ max: IMAGE_TEXT_MAX }), (uri, report) => {
  if (imageIn(uri) === undefined) report([], "IMAGE_INVALID", "Invalid image data");
});
