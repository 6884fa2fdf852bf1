// The browser's session with the console: without one, the control plane answers nothing.
export type Mode = "development" | "production";

export interface SessionState {
  readonly isSignedIn: boolean;
  readonly mode: Mode;
  /** False where everybody on this machine may steer. */
  readonly asksForKey: boolean;
  /** The name of the trace file that is served alone, where no service stands behind the console. */
  readonly traceFile: string | undefined;
}

const PATH = "/console/session";
/** Other sites cannot set it unasked. */
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

/** Dispatched on the page when the control plane said that there is no session any more. */
export const SESSION_OVER = "antechamber-session-over";

/** The session as it is now. */
export async function sessionNow(): Promise<SessionState> {
  return stateOf(await fetch(PATH));
}

/** The session as it is; where the key is the one that everybody knows, it begins by itself. */
export async function openSession(): Promise<SessionState> {
  const state = await sessionNow();
  // Where a key is asked for, to begin without one would only fail.
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

/** Ends the session at the service, for every page that has its cookie. */
export async function signOut(): Promise<void> {
  await fetch(PATH, { method: "DELETE", headers: consoleHeaders });
}
