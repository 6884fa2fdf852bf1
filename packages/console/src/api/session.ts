// The browser's console session: without one, the control plane refuses every call.
export type Mode = "development" | "production";

export interface SessionState {
  readonly isSignedIn: boolean;
  readonly mode: Mode;
  /** False if everyone on this machine may use the control plane. */
  readonly asksForKey: boolean;
  /** The name of a trace file that is served without a service; undefined otherwise. */
  readonly traceFile: string | undefined;
}

const PATH = "/console/session";
/** A custom header, which other sites cannot send without permission (CORS). */
export const consoleHeaders = { "x-antechamber-console": "1" } as const;

async function stateOf(response: Response): Promise<SessionState> {
  const { signed_in, mode, asks_for_key, trace_file } = (await response.json()) as {
    readonly signed_in: boolean;
    readonly mode: Mode;
    readonly asks_for_key: boolean;
    readonly trace_file?: string;
  };
  return { isSignedIn: signed_in, mode, asksForKey: asks_for_key, traceFile: trace_file };
}

/** Dispatched on the page when the control plane reports that the session has ended. */
export const SESSION_OVER = "antechamber-session-over";

/** Fetches the current session. */
export async function sessionNow(): Promise<SessionState> {
  return stateOf(await fetch(PATH));
}

/** Fetches the session, and starts one if the default key is in use. */
export async function openSession(): Promise<SessionState> {
  const state = await sessionNow();
  // If a key is required, starting a session without it would fail.
  if (state.isSignedIn || state.asksForKey || state.traceFile !== undefined) return state;
  const begun = await fetch(PATH, { method: "POST", headers: consoleHeaders });
  return begun.ok ? stateOf(begun) : state;
}

/** Signs in with the key of the control plane. @returns undefined for a wrong one */
export async function signIn(key: string): Promise<SessionState | undefined> {
  const headers = { ...consoleHeaders, authorization: `Control ${key}` };
  const response = await fetch(PATH, { method: "POST", headers });
  return response.ok ? stateOf(response) : undefined;
}

/** Ends the session at the service, for every page that shares its cookie. */
export async function signOut(): Promise<void> {
  await fetch(PATH, { method: "DELETE", headers: consoleHeaders });
}
