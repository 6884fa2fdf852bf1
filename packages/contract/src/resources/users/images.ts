// Images that are sent inside JSON. Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { limits } from "../../limits/limits.ts";
import { refine, text } from "../../schema/values.ts";

const SHAPE = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** The length of the largest image as a data URI. */
const IMAGE_TEXT_MAX = Math.ceil(limits.imageSize.value / 3) * 4 + 64;

/** The signatures of image formats, in base64. */
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
 * The media type and the base64 part of an image in a data URI, or undefined. The type is taken
 * from the content, because discord.js labels every file image/jpg, and seyfert image/jpeg. Spaces
 * around the URI do not count, since bots that create webhooks send some.
 */
export function imageIn(
  uri: string,
): { readonly contentType: string; readonly base64: string } | undefined {
  const [, base64] = SHAPE.exec(uri.trim()) ?? [];
  if (base64 === undefined) return undefined;
  const [contentType] = Object.entries(beginnings).find(([, start]) => start.test(base64)) ?? [];
  return contentType === undefined ? undefined : { contentType, base64 };
}

/** An image, `data:image/png;base64,…`, whose content is of a supported format. */
export const ImageData = refine(text({ max: IMAGE_TEXT_MAX }), (uri, report) => {
  if (imageIn(uri) === undefined) report([], "IMAGE_INVALID", "Invalid image data");
});
