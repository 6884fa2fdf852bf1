// The browser's session with the console: without one, the control plane answers nothing.
export type Mode = "development" | "production";

export interface SessionState {
  readonly isSignedIn: boolean;
  readonly mode: Mode;
}

const PATH = "/console/session";
/** Other sites cannot set it unasked. */
export const consoleHeaders = { "x-antechamber-console": "1" } as const;

async function stateOf(response: Response): Promise<SessionState> {
  const { signed_in: isSignedIn, mode } = (await response.json()) as {
    readonly signed_in: boolean;
    readonly mode: Mode;
  };
  return { isSignedIn, mode };
}

/** The session as it is; where the key is the one that everybody knows, it begins by itself. */
export async function openSession(): Promise<SessionState> {
  const state = await stateOf(await fetch(PATH));
  if (state.isSignedIn) return state;
  const begun = await fetch(PATH, { method: "POST", headers: consoleHeaders });
  return begun.ok ? stateOf(begun) : state;
}

/** Signs in with the key of the control plane. @returns undefined for a wrong one */
export async function signIn(key: string): Promise<SessionState | undefined> {
  const headers = { ...consoleHeaders, authorization: `Control ${key}` };
  const response = await fetch(PATH, { method: "POST", headers });
  return response.ok ? stateOf(response) : undefined;
}
