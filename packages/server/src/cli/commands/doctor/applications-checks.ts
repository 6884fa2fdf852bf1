// Checks whether applications that receive interactions or events over HTTP respond.
import type { types } from "@antechamber/sdk/control";
import type { Finding } from "./machine-checks.ts";
import { deadline, request } from "../../environment.ts";

/** Timeout for each endpoint in real milliseconds; all are called concurrently. */
const TIMEOUT_MS = 1000;
/** The most endpoints that are checked. */
const ENDPOINTS_MAX = 20;

interface Endpoint {
  readonly name: string;
  readonly url: string;
}

/** A finding for each endpoint that does not respond, or one if all do. */
export async function applicationFindings(
  applications: readonly types.WorldApplication[],
): Promise<readonly Finding[]> {
  const endpoints = applications.flatMap(endpointsOf).slice(0, ENDPOINTS_MAX);
  const answers = await Promise.all(endpoints.map(({ url }) => isRunning(url)));
  const silent = endpoints.filter((_, i) => answers[i] === false);
  const check = "endpoints";
  if (endpoints.length === 0) return [];
  if (silent.length === 0) return [{ check, ok: true, says: `${endpoints.length} answer` }];
  return silent.map(({ name, url }) => ({
    check,
    ok: false,
    says: `${url} of ${name} does not answer`,
    fix: "start the application, or change this URL of it",
  }));
}

function endpointsOf(application: types.WorldApplication): readonly Endpoint[] {
  const { name = "", interactions_endpoint_url: interactions, event_webhooks } = application;
  return [interactions, event_webhooks?.url].flatMap((url) =>
    typeof url === "string" ? [{ name, url }] : [],
  );
}

/** Any response shows that the application is running; a request without a signature is refused. */
async function isRunning(url: string): Promise<boolean> {
  try {
    const response = await request(url, { method: "POST", signal: deadline(TIMEOUT_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
