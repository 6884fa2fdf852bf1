// The device grant: sign-in on a device without a browser. Source: protocol: gateway-oauth-limits
// 5.6, RFC 8628.
import { UnknownUserCode, UnverifiedAccount } from "@antechamber/contract/oauth";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { alphanumeric, type Random } from "../../platform/random.ts";
import { tableOf } from "../../platform/store.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { applicationOf } from "../applications/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { recordConsent, wantsVerification } from "./consent.ts";
import { TOKEN_LENGTH } from "./oauth.ts";

/** A device's sign-in and what a person decided about it. Both codes are hashed. */
export interface DeviceCodeRecord {
  readonly digest: string;
  readonly userCodeDigest: string;
  readonly application_id: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Millis;
  /** When the device may poll again. */
  readonly nextPollAt: Millis;
  readonly intervalMs: Millis;
  readonly type: "pending" | "granted" | "denied";
  /** The person who granted or denied the sign-in. */
  readonly user_id?: string;
  readonly decidedAt?: Millis;
}

export const deviceCodes = tableOf<DeviceCodeRecord>()({
  name: "device_code",
  key: (code) => code.digest,
  unique: { userCode: (code) => code.userCodeDigest },
  indexes: { user: (code) => code.user_id },
  deadline: (code) => code.expiresAt + EXPIRED_CODE_RETENTION_MS,
});

export const DEVICE_CODE_LIFETIME_MS = 300_000;
const POLL_INTERVAL_MS = 5000;
/** How much longer a device must wait between polls after polling too soon. */
const SLOWER_BY_MS = 5000;
/** How long an expired code is kept, so that a poll gets "expired" instead of "unknown". */
const EXPIRED_CODE_RETENTION_MS = 600_000;

const USER_CODE_LENGTH = 8;

/** A code of upper-case letters and digits that people do not confuse. */
function newUserCode(random: Random): string {
  let code = "";
  while (code.length < USER_CODE_LENGTH) {
    code += alphanumeric(random, USER_CODE_LENGTH)
      .toUpperCase()
      .replaceAll(/[01ILO]/g, "");
  }
  return code.slice(0, USER_CODE_LENGTH);
}

/** The hash of a user code as typed: case, spaces and hyphens do not matter. */
function userCodeDigest(typed: string): string {
  return secretDigest(typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""));
}

/** The codes of a sign-in that begins. */
export interface DeviceSignIn {
  readonly device_code: string;
  readonly user_code: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** Begins the sign-in of a device. */
export function beginDeviceSignIn(
  ctx: Context,
  application: ApplicationRecord,
  scopes: readonly string[],
): DeviceSignIn {
  const device_code = alphanumeric(ctx.random, TOKEN_LENGTH);
  const user_code = newUserCode(ctx.random);
  const digest = secretDigest(device_code);
  const expiresAt = ctx.now + DEVICE_CODE_LIFETIME_MS;
  ctx.tx.put(deviceCodes, {
    digest,
    userCodeDigest: userCodeDigest(user_code),
    application_id: application.id,
    scopes,
    expiresAt,
    nextPollAt: ctx.now,
    intervalMs: POLL_INTERVAL_MS,
    type: "pending",
  });
  const expires_in = DEVICE_CODE_LIFETIME_MS / 1000;
  return { device_code, user_code, expires_in, interval: POLL_INTERVAL_MS / 1000 };
}

/** The result of a device's poll: a granted sign-in, or why there is none yet. */
export type DevicePoll =
  | { readonly is: "granted"; readonly code: DeviceCodeRecord & { readonly user_id: string } }
  | { readonly is: "unknown" | "pending" | "tooSoon" | "expired" | "denied" };

/** Answers a poll of a device. A granted sign-in is returned only once. */
export async function pollDevice(
  ctx: Context,
  applicationId: string,
  deviceCode: string,
): Promise<DevicePoll> {
  const digest = secretDigest(deviceCode);
  const code = await ctx.tx.get(deviceCodes, digest);
  if (code?.application_id !== applicationId) return { is: "unknown" };
  if (code.expiresAt <= ctx.now) return { is: "expired" };
  const { user_id } = code;
  if (code.type === "granted" && user_id !== undefined) {
    ctx.tx.delete(deviceCodes, digest);
    return { is: "granted", code: { ...code, user_id } };
  }
  if (code.type === "denied") return { is: "denied" };
  const isTooSoon = ctx.now < code.nextPollAt;
  const intervalMs = code.intervalMs + (isTooSoon ? SLOWER_BY_MS : 0);
  ctx.tx.put(deviceCodes, { ...code, intervalMs, nextPollAt: ctx.now + intervalMs });
  return { is: isTooSoon ? "tooSoon" : "pending" };
}

/** A device's sign-in by its user code, with the application. @throws UnknownUserCode */
export async function pendingDevice(
  ctx: ReadContext,
  typed: string,
): Promise<{ readonly code: DeviceCodeRecord; readonly application: ApplicationRecord }> {
  const code = await ctx.tx.lookup(deviceCodes, "userCode", userCodeDigest(typed));
  if (code === undefined || code.expiresAt <= ctx.now) throw new ApiError(UnknownUserCode);
  return { code, application: await applicationOf(ctx, code.application_id) };
}

/**
 * Grants or denies a device's sign-in, which can be decided only once.
 *
 * @throws UnknownUserCode, UnverifiedAccount
 */
export async function decideDevice(
  ctx: Context,
  person: UserRecord,
  decision: { readonly user_code: string; readonly result: "granted" | "denied" },
): Promise<void> {
  const { code, application } = await pendingDevice(ctx, decision.user_code);
  if (code.type !== "pending") throw new ApiError(UnknownUserCode);
  const type = decision.result;
  if (type === "granted") {
    if (wantsVerification(person, code.scopes)) throw new ApiError(UnverifiedAccount);
    await recordConsent(ctx, { application, person, scopes: code.scopes });
  }
  ctx.tx.put(deviceCodes, { ...code, type, user_id: person.id, decidedAt: ctx.now });
}
