// Redacts credentials in headers.
import { REDACTED } from "./known-secrets.ts";
import { decodeFormValue } from "./secret-names.ts";

/** Headers that hold nothing but credentials. Source: RFC 9110 11, RFC 6265. */
const credentials = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);
/**
 * Names of other headers that hold credentials: reverse proxies add their own, such as
 * `x-forwarded-access-token`, and clients may send headers meant for other services.
 */
const credentialName =
  /(?:^|-)(?:token|secret|password|jwt|assertion|credentials?|api-?key|auth|session)(?:-|$)/;
/** Headers whose values are URLs. */
const addresses = new Set(["location", "referer", "refresh"]);

/** How the parts of a header are redacted. */
export interface HeaderRedaction {
  /** Redacts secrets in a URL. */
  readonly address: (url: string) => string;
  /** Redacts known secrets in any text. */
  readonly text: (text: string) => string;
  /** Called with each credential found. */
  readonly found: (secret: string) => void;
}

/** Names and values in turn, redacted. */
export function redactHeaders(raw: readonly string[], redaction: HeaderRedaction): string[] {
  const headers: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? "").toLowerCase();
    headers.push(name, redactValue(name, raw[i + 1] ?? "", redaction));
  }
  return headers;
}

function redactValue(name: string, value: string, redaction: HeaderRedaction): string {
  if (addresses.has(name)) return redaction.text(redaction.address(value));
  if (!credentials.has(name)) return credentialName.test(name) ? REDACTED : redaction.text(value);
  if (name.endsWith("cookie")) {
    for (const cookie of value.split(/[;,]\s*/))
      redaction.found(cookie.slice(cookie.indexOf("=") + 1));
    return REDACTED;
  }
  const [, scheme, token = value] = /^(\w+) (.*)$/s.exec(value) ?? [];
  for (const secret of secretsIn(scheme, token)) redaction.found(secret);
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`;
}

/**
 * In Basic authentication, a client secret is base64-encoded and form-encoded, so both forms are
 * secret. Source: RFC 6749 2.3.1.
 */
function secretsIn(scheme: string | undefined, token: string): string[] {
  if (scheme?.toLowerCase() !== "basic") return [token];
  const pair = Buffer.from(token, "base64").toString("utf8");
  return [token, decodeFormValue(pair.slice(pair.indexOf(":") + 1))];
}
