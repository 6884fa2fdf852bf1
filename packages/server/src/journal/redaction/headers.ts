// Headers without what proves who sends them.
import { REDACTED } from "./known-secrets.ts";
import { decoded } from "./secret-names.ts";

/** Headers that hold nothing but credentials. Source: RFC 9110 11, RFC 6265. */
const credentials = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);
/**
 * Names that say so of others: proxies in front of a service add credentials of their own, such as
 * `x-forwarded-access-token`, and clients have habits of other services.
 */
const saysCredential =
  /(?:^|-)(?:token|secret|password|jwt|assertion|credentials?|api-?key|auth|session)(?:-|$)/;
/** Headers whose values are addresses. */
const addresses = new Set(["location", "referer", "refresh"]);

/** How the parts of a header are to be read. */
export interface HeaderRedaction {
  /** Takes what is secret out of an address. */
  readonly address: (url: string) => string;
  /** Takes what is known out of any text. */
  readonly text: (text: string) => string;
  /** Called with each credential. */
  readonly found: (secret: string) => void;
}

/** Names and values in turn, without secrets. */
export function redactedHeaders(raw: readonly string[], redaction: HeaderRedaction): string[] {
  const headers: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? "").toLowerCase();
    headers.push(name, redactedValue(name, raw[i + 1] ?? "", redaction));
  }
  return headers;
}

function redactedValue(name: string, value: string, redaction: HeaderRedaction): string {
  if (addresses.has(name)) return redaction.text(redaction.address(value));
  if (!credentials.has(name)) return saysCredential.test(name) ? REDACTED : redaction.text(value);
  if (name.endsWith("cookie")) {
    for (const cookie of value.split(/[;,]\s*/))
      redaction.found(cookie.slice(cookie.indexOf("=") + 1));
    return REDACTED;
  }
  const [, scheme, token = value] = /^(\w+) (.*)$/s.exec(value) ?? [];
  for (const secret of secretsIn(scheme, token)) redaction.found(secret);
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`;
}

/** A client's secret stands in Basic in another way than it is written. Source: RFC 6749 2.3.1. */
function secretsIn(scheme: string | undefined, token: string): string[] {
  if (scheme?.toLowerCase() !== "basic") return [token];
  const pair = Buffer.from(token, "base64").toString("utf8");
  return [token, decoded(pair.slice(pair.indexOf(":") + 1))];
}
