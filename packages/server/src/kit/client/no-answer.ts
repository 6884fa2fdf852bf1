// Explains why a call got no response from the service, as far as the error shows it.

interface NoAnswer {
  readonly says: string;
  /** How to fix it; absent: start a service. */
  readonly fix?: string;
}

/** OpenSSL's messages for a response that is not TLS. */
const noTls = /wrong version number|packet length too long|record layer failure/;
/** Node's error codes for certificates that it rejects. */
const badCertificate =
  /^(CERT_|(DEPTH_ZERO_)?SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID$)/;
/** The messages of the SDK's control client for a response that is not the service's. */
const somethingElse = /: (a page came, .*|what came is no JSON)$/;

/** @param error the error of the call, whose causes have more details */
export function noAnswer(error: unknown, url: string): NoAnswer {
  for (const { message, code = "" } of causesOf(error)) {
    const came = somethingElse.exec(message)?.[1];
    if (came !== undefined) {
      const fix = "use the service's own address, and exclude it from proxies with NO_PROXY";
      return {
        says: `something other than an Antechamber service answers at ${url}: ${came}`,
        fix,
      };
    }
    if (noTls.test(message)) {
      const plain = url.replace(/^https/, "http");
      return { says: `what answers at ${url} does not use https`, fix: `use ${plain}` };
    }
    if (badCertificate.test(code)) {
      const fix = "set NODE_EXTRA_CA_CERTS to the certificate of its authority";
      return { says: `the certificate at ${url} is not trusted: ${code}`, fix };
    }
  }
  return { says: `no service answers at ${url}` };
}

interface Cause extends Error {
  readonly code?: string;
}

/** An error and its causes, the outermost first; an AggregateError has several. */
function causesOf(error: unknown): readonly Cause[] {
  if (!(error instanceof Error)) return [];
  const among = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  return [error, ...causesOf(error.cause), ...among.flatMap(causesOf)];
}
