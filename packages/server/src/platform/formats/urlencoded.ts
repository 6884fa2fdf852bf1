// Urlencoded forms, as browsers and OAuth2 clients send them. `URLSearchParams` would take time
// that grows with the square of the number of fields.
import { parse } from "node:querystring";
import { EntityTooLarge, limits } from "@antechamber/contract";
import { ApiError } from "../api-error.ts";

const AMPERSAND = 0x26;

/** Fields by name; a repeated one has a list of all its values. */
export type UrlencodedFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The JSON of the whole form, if its field of this name holds it. */
export function payloadJson(fields: UrlencodedFields, name = "payload_json"): string | undefined {
  return [fields[name]].flat().at(-1);
}

/**
 * Parses a urlencoded form.
 *
 * @throws EntityTooLarge for more than limits.urlencodedPairs
 */
export function urlencodedFields(bytes: Buffer): UrlencodedFields {
  const max = limits.urlencodedPairs.value;
  let pairs = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1)) {
    pairs += 1;
    if (pairs > max) throw new ApiError(EntityTooLarge);
  }
  return parse(bytes.toString("utf8"), "&", "=", { maxKeys: max });
}
