// Lists authorization codes and the device codes of the device flow. Source: product.md, Control
// plane.
import type { CodeItem } from "@antechamber/contract/control";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { applications } from "../../domains/applications/application.ts";
import { tailOf } from "../../domains/applications/tokens.ts";
import { deviceCodes, type DeviceCodeRecord } from "../../domains/oauth/device.ts";
import { authorizationCodes, type AuthorizationCodeRecord } from "../../domains/oauth/oauth.ts";
import { users } from "../../domains/users/user.ts";
import type { ReadContext } from "../../platform/context.ts";
import { digests, fromTable, inSequence } from "./sources.ts";

type CodeShown = Static<typeof CodeItem>;
type AnyCode = AuthorizationCodeRecord | DeviceCodeRecord;

function stateOfCode(code: AuthorizationCodeRecord, { now }: ReadContext): CodeShown["state"] {
  if (code.grant !== undefined) return "exchanged";
  if (code.isRevoked === true) return "revoked";
  return code.expiresAt <= now ? "expired" : "waiting";
}

function stateOfDevice({ type, expiresAt }: DeviceCodeRecord, { now }: ReadContext) {
  if (expiresAt <= now) return "expired";
  return type === "pending" ? "waiting" : type;
}

function showCode(code: AnyCode) {
  return {
    digest_tail: tailOf(code.digest),
    user: code.user_id ?? null,
    application: code.application_id,
    scopes: [...code.scopes],
    expires_at: timestamp(code.expiresAt),
  };
}

async function codeTexts({ digest, application_id, user_id }: AnyCode, { tx }: ReadContext) {
  const user = user_id === undefined ? undefined : await tx.get(users, snowflakeKey(user_id));
  const application = await tx.get(applications, snowflakeKey(application_id));
  return [tailOf(digest), user_id, application_id, user?.username, application?.name];
}

/** Authorization codes, then device codes. */
export const codeList = inSequence<CodeShown>({
  authorization: fromTable({
    table: authorizationCodes,
    cursors: digests,
    texts: codeTexts,
    show: (code, ctx) => ({
      ...showCode(code),
      kind: "authorization",
      state: stateOfCode(code, ctx),
      redirect_uri: code.redirect_uri,
    }),
  }),
  device: fromTable({
    table: deviceCodes,
    cursors: digests,
    texts: codeTexts,
    show: (code, ctx) => ({
      ...showCode(code),
      kind: "device",
      state: stateOfDevice(code, ctx),
      redirect_uri: null,
    }),
  }),
});
