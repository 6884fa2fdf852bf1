// Why a call of the service got no answer, as far as what it failed with says so.

interface NoAnswer {
  readonly says: string;
  /** What mends it; absent: a service is to be started. */
  readonly fix?: string;
}

/** How OpenSSL names an answer that is no TLS. */
const noTls = /wrong version number|packet length too long|record layer failure/;
/** How Node names certificates that it does not take. */
const badCertificate =
  /^(CERT_|(DEPTH_ZERO_)?SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID$)/;
/** How the SDK's client of the control plane says what came in place of an answer. */
const somethingElse = /: (a page came, .*|what came is no JSON)$/;

/** @param error what the call failed with, whose causes say more */
export function noAnswer(error: unknown, url: string): NoAnswer {
  for (const { message, code = "" } of causesOf(error)) {
    const came = somethingElse.exec(message)?.[1];
    if (came !== undefined) {
      const fix = "name the service's own address, and keep it from proxies by NO_PROXY";
      return { says: `something else than a service answers at ${url}: ${came}`, fix };
    }
    if (noTls.test(message)) {
      const plain = url.replace(/^https/, "http");
      return { says: `what answers at ${url} does not speak https`, fix: `call it ${plain}` };
    }
    if (badCertificate.test(code)) {
      const fix = "name its authority's certificate by NODE_EXTRA_CA_CERTS";
      return { says: `the certificate at ${url} is not trusted: ${code}`, fix };
    }
  }
  return { says: `no service answers at ${url}` };
}

interface Cause extends Error {
  readonly code?: string;
}

/** An error with what it came of, the last one first; it may have come of several. */
function causesOf(error: unknown): readonly Cause[] {
  if (!(error instanceof Error)) return [];
  const among = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  return [error, ...causesOf(error.cause), ...among.flatMap(causesOf)];
}
