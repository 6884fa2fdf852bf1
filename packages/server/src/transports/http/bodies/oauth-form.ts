// The differences of OAuth2 endpoints: form bodies, credentials, refusals.
// Source: protocol: gateway-oauth-limits 5.4, 5.8; RFC 6749 2.3, 5.2.
import { InvalidForm, type BasicCredential } from "@antechamber/contract";
import { InvalidOauthRequest } from "@antechamber/contract/oauth";
import { parserOf, placeName, type TSchema } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import {
  mediaType,
  MULTIPART_TYPE,
  URLENCODED_TYPE,
} from "../../../platform/formats/media-type.ts";
import { readMultipart } from "../../../platform/formats/multipart.ts";
import { urlencodedFields, type UrlencodedFields } from "../../../platform/formats/urlencoded.ts";

/**
 * True for a content type that is accepted. RFC 6749 has only urlencoded forms, but the reference
 * also takes multipart forms, which oceanic.js sends. Source: protocol: gateway-oauth-limits 5.4.
 */
export function isOauthForm(contentType: string | undefined): boolean {
  const type = mediaType(contentType);
  return type === URLENCODED_TYPE || type === MULTIPART_TYPE;
}

/**
 * The fields of a body; undefined for a body that is not a form, or is malformed.
 *
 * @throws EntityTooLarge
 */
export async function oauthFields(
  contentType: string | undefined,
  bytes: Buffer | undefined,
): Promise<UrlencodedFields | undefined> {
  if (bytes === undefined || bytes.length === 0) return {};
  if (!isOauthForm(contentType)) return undefined;
  return mediaType(contentType) === URLENCODED_TYPE
    ? urlencodedFields(bytes)
    : fieldsOfParts(contentType ?? "", bytes);
}

/** Files are not parameters, and are ignored. */
async function fieldsOfParts(
  contentType: string,
  bytes: Buffer,
): Promise<UrlencodedFields | undefined> {
  try {
    return (await readMultipart(contentType, bytes)).fields;
  } catch (error) {
    if (error instanceof ApiError && error.declaration === InvalidForm) return undefined;
    throw error;
  }
}

/**
 * Compiles the parser of a form. A body that is not a form is refused; where a grant type is
 * required, as one without it. A parameter that is repeated or too long is refused, and an empty
 * one counts as left out. Source: RFC 6749 3.2; protocol: gateway-oauth-limits 5.4, 5.8.
 */
export function oauthFormReader(
  schema: TSchema,
): (fields: UrlencodedFields | undefined) => unknown {
  const read = parserOf(schema);
  const { properties = {} } = schema as { readonly properties?: object };
  const namesGrant = "grant_type" in properties;
  return (fields) => {
    if (fields === undefined && !namesGrant) {
      throw refusal(`Expected "Content-Type" header to be one of {'${URLENCODED_TYPE}'}.`);
    }
    const sent = Object.entries(fields ?? {});
    if (sent.some(([, value]) => Array.isArray(value))) {
      throw refusal("a parameter is given more than once");
    }
    const filled = sent.filter(([, value]) => value !== "");
    const reading = read(Object.fromEntries(filled));
    if (reading.ok) return reading.value;
    throw refusal(`Invalid "${placeName(reading.issues[0]?.path ?? [])}" in request.`);
  };
}

function refusal(message: string): ApiError {
  return new ApiError(InvalidOauthRequest, { message });
}

/** Decodes `+` and percent signs as in forms; text that is not validly encoded stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The credential of an `Authorization: Basic` header; undefined for any other header. */
export function basicCredential(header: string | undefined): BasicCredential | undefined {
  const [, base64] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? "") ?? [];
  if (base64 === undefined) return undefined;
  const text = Buffer.from(base64, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
}
