// What differs for endpoints of the OAuth2 protocol itself: forms, credentials, refusals.
// Source: protocol: gateway-oauth-limits 5.4, 5.8; RFC 6749 2.3, 5.2.
import type { BasicCredential } from "@antechamber/contract";
import { InvalidOauthRequest } from "@antechamber/contract/oauth";
import { parserOf, placeName, type TSchema } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import { urlencodedFields } from "../../../platform/formats/urlencoded.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * Compiles the reader of a urlencoded form. A body of another type is refused; where there is a
 * grant to name it is not read, so that the grant is what is missing. A field that comes twice, or
 * is too long, is refused, and an empty one counts as left out. Source: RFC 6749 3.2; protocol:
 * gateway-oauth-limits 5.4, 5.8.
 */
export function oauthFormReader(
  schema: TSchema,
): (contentType: string, bytes: Buffer | undefined) => unknown {
  const read = parserOf(schema);
  const { properties = {} } = schema as { readonly properties?: object };
  const namesGrant = "grant_type" in properties;
  return (contentType, bytes) => {
    const isForm = contentType === FORM_TYPE;
    if (!isForm && !namesGrant && bytes !== undefined && bytes.length > 0) {
      throw refusal(`Expected "Content-Type" header to be one of {'${FORM_TYPE}'}.`);
    }
    const fields = isForm && bytes !== undefined ? urlencodedFields(bytes) : {};
    if (Object.values(fields).some(Array.isArray)) {
      throw refusal("a parameter is given more than once");
    }
    const given = Object.entries(fields).filter(([, value]) => value !== "");
    const reading = read(Object.fromEntries(given));
    if (reading.ok) return reading.value;
    throw refusal(`Invalid "${placeName(reading.issues[0]?.path ?? [])}" in request.`);
  };
}

function refusal(message: string): ApiError {
  return new ApiError(InvalidOauthRequest, { message });
}

/** `+` and percent signs as forms have them; text that is not encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The credential of an `Authorization: Basic` header, or undefined for any other header. */
export function basicCredential(header: string | undefined): BasicCredential | undefined {
  const [, base64] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? "") ?? [];
  if (base64 === undefined) return undefined;
  const text = Buffer.from(base64, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
}
