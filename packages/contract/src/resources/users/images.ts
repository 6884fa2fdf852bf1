// Pictures that come inside JSON. Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { limits } from "../../limits/limits.ts";
import { refine, text } from "../../schema/values.ts";

const SHAPE = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([A-Za-z0-9+/]+={0,2})$/;

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

/** The media type and the base64 of a picture that is written as a data URI, or undefined. */
export function imageIn(
  uri: string,
): { readonly contentType: string; readonly base64: string } | undefined {
  const [, contentType, base64] = SHAPE.exec(uri) ?? [];
  if (contentType === undefined || base64 === undefined) return undefined;
  const isOfKind = beginnings[contentType]?.test(base64) === true;
  return isOfKind ? { contentType, base64 } : undefined;
}

/** A picture, `data:image/png;base64,…`, whose bytes match its media type. */
export const ImageData = refine(text({ max: IMAGE_TEXT_MAX }), (uri, report) => {
  if (imageIn(uri) === undefined) report([], "IMAGE_INVALID", "Invalid image data");
});
