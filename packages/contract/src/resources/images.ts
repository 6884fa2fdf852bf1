// Pictures that come inside JSON. Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { limits } from "../limits.ts";
import { refine, text } from "../values.ts";

const SHAPE = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** Characters of the longest picture as a data URI. */
const IMAGE_TEXT_MAX = Math.ceil(limits.imageSize.value / 3) * 4 + 64;

/** The media type and the base64 of a picture that is written as a data URI, or undefined. */
export function imageIn(
  uri: string,
): { readonly contentType: string; readonly base64: string } | undefined {
  const [, contentType, base64] = SHAPE.exec(uri) ?? [];
  return contentType === undefined || base64 === undefined ? undefined : { contentType, base64 };
}

/** A picture: `data:image/png;base64,…`. */
export const ImageData = refine(text({ max: IMAGE_TEXT_MAX }), (uri, report) => {
  if (imageIn(uri) === undefined) report([], "IMAGE_INVALID", "Invalid image data");
});
