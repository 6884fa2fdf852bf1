// The console: signs in, and shows the page that the URL names.
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queries } from "./api/queries.ts";
import {
  openSession,
  SESSION_OVER,
  sessionNow,
  signOut,
  type SessionState,
} from "./api/session.ts";
import { ModeContext } from "./parts/mode.tsx";
import { Frame } from "./frame/frame.tsx";
import { SignIn } from "./frame/sign-in.tsx";
import { StandaloneTrace } from "./frame/standalone-trace.tsx";
import { showRowHeight } from "./parts/row-height.ts";
import { showTheme } from "./frame/theme.ts";
import { KeepingUnsent } from "./stage/keeping-unsent.tsx";
import { ShowingRemote } from "./stage/showing-remote.tsx";
import { servedTrace } from "./trace/trace-file.ts";
import "./tokens.css";

/**
 * Fetches the session again when it has ended, because another page signed out or it expired. If a
 * new one starts without a key, all answers are refetched.
 */
function useSessionEnd(changed: (state: SessionState) => void): void {
  useEffect(() => {
    let isAsking = false;
    const ask = async (): Promise<void> => {
      if ((await sessionNow()).isSignedIn) return;
      const state = await openSession();
      if (state.isSignedIn) await queries.invalidateQueries();
      else queries.clear();
      changed(state);
    };
    const listen = (): void => {
      if (isAsking) return;
      isAsking = true;
      // If this request fails, the next refused call repeats it.
      void ask()
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
    };
    addEventListener(SESSION_OVER, listen);
    return () => removeEventListener(SESSION_OVER, listen);
  }, [changed]);
}

function Console({ start }: { readonly start: SessionState }) {
  const [session, setSession] = useState(start);
  useSessionEnd(setSession);
  if (!session.isSignedIn) return <SignIn done={setSession} />;
  const leave = async (): Promise<void> => {
    await signOut();
    queries.clear();
    setSession({ ...session, isSignedIn: false });
  };
  return (
    <ModeContext value={session.mode}>
      <KeepingUnsent>
        <ShowingRemote>
          <Frame signOut={session.asksForKey ? leave : undefined} />
        </ShowingRemote>
      </KeepingUnsent>
    </ModeContext>
  );
}

showTheme();
showRowHeight();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place for the console");

const start = await openSession();
const served = start.traceFile === undefined ? undefined : await servedTrace(start.traceFile);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Router base="/console">
        {served === undefined ? <Console start={start} /> : <StandaloneTrace opened={served} />}
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
