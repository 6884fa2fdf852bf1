// Why something is done, in a header for the guild's audit log. Source: protocol: gateway-oauth-limits
// 1.1. What is done is kept nowhere yet, and the reason is only held to its bounds.
import { limits } from "@antechamber/contract";
import { invalidForm } from "../../platform/api-error.ts";

const HEADER = "x-audit-log-reason";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The text that a client wrote URL-encoded; what is no such writing is taken as it stands. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** @throws InvalidForm for a reason that is empty or too long */
export function requireReason(headers: Headers): void {
  const value = headers[HEADER];
  if (typeof value !== "string") return;
  const max = limits.auditLogReason.value;
  const length = Array.from(decoded(value)).length;
  if (length >= 1 && length <= max) return;
  const message = `Must be between 1 and ${max} in length.`;
  throw invalidForm({ path: ["X-Audit-Log-Reason"], code: "BASE_TYPE_BAD_LENGTH", message });
}
