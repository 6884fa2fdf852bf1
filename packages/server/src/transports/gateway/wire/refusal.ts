// The reasons for closing a connection. Source: protocol: gateway-oauth-limits 4.8.
import { CloseCode } from "@antechamber/contract/gateway";

/** The code and reason in a close frame. */
export interface Refusal {
  readonly code: number;
  readonly reason: string;
}

/** The token is missing, unknown, or does not permit a session. */
export const unauthenticated: Refusal = {
  code: CloseCode.AuthenticationFailed,
  reason: "Authentication failed.",
};

/** A frame cannot be decoded, or is too long. */
export const unreadable: Refusal = {
  code: CloseCode.DecodeError,
  reason: "Error while decoding payload.",
};

/** A privileged intent is not enabled, or needs a review. */
export const disallowed: Refusal = {
  code: CloseCode.DisallowedIntents,
  reason: "Disallowed intent(s).",
};
