// Forms as browsers and OAuth2 clients send them. `URLSearchParams` takes time that grows with the
// square of the number of fields.
import { parse } from "node:querystring";
import { EntityTooLarge, limits } from "@antechamber/contract";
import { ApiError } from "../api-error.ts";

const AMPERSAND = 0x26;

/** Fields by name; of one that is repeated, all. */
export type UrlencodedFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The whole form as JSON, where one of its fields holds it. */
export function payloadJson(fields: UrlencodedFields): string | undefined {
  return [fields["payload_json"]].flat().at(-1);
}

/**
 * The fields of a urlencoded form.
 *
 * @throws EntityTooLarge for more than limits.urlencodedPairs
 */
export function urlencodedFields(bytes: Buffer): UrlencodedFields {
  const most = limits.urlencodedPairs.value;
  let pairs = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1)) {
    pairs += 1;
    if (pairs > most) throw new ApiError(EntityTooLarge);
  }
  return parse(bytes.toString("utf8"), "&", "=", { maxKeys: most });
}
