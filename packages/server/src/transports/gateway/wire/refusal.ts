// Why a connection is closed. Source: protocol: gateway-oauth-limits 4.8.
import { CloseCode } from "@antechamber/contract/gateway";

/** What a client reads of it in the frame that closes. */
export interface Refusal {
  readonly code: number;
  readonly reason: string;
}

/** The token is missing, unknown, or not good enough for a session. */
export const unauthenticated: Refusal = {
  code: CloseCode.AuthenticationFailed,
  reason: "Authentication failed.",
};

/** A frame cannot be decoded, or is too long. */
export const unreadable: Refusal = {
  code: CloseCode.DecodeError,
  reason: "Error while decoding payload.",
};

/** A privileged intent is not switched on, or awaits a review. */
export const disallowed: Refusal = {
  code: CloseCode.DisallowedIntents,
  reason: "Disallowed intent(s).",
};
