// The reason for the guild's audit log, sent in a header. Source: protocol: gateway-oauth-limits
// 1.1.
import { limits } from "@antechamber/contract";
import { invalidForm } from "../../../platform/api-error.ts";
import { percentDecoded } from "../../../platform/formats/percent-encoding.ts";

const HEADER = "x-audit-log-reason";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The reason; undefined without one. @throws InvalidForm if it is empty or too long */
export function reasonIn(headers: Headers): string | undefined {
  const value = headers[HEADER];
  if (typeof value !== "string") return undefined;
  const max = limits.auditLogReason.value;
  const reason = percentDecoded(value);
  const { length } = Array.from(reason);
  if (length >= 1 && length <= max) return reason;
  const message = `Must be between 1 and ${max} in length.`;
  throw invalidForm({ path: ["X-Audit-Log-Reason"], code: "BASE_TYPE_BAD_LENGTH", message });
}
