// The console: signs in, and shows the page that the address names.
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queries } from "./api/queries.ts";
import { openSession, signOut, type SessionState } from "./api/session.ts";
import { ModeContext } from "./parts/mode.tsx";
import { Frame } from "./frame/frame.tsx";
import { SignIn } from "./frame/sign-in.tsx";
import { TraceAlone } from "./frame/trace-alone.tsx";
import { showRowHeight } from "./frame/row-height.ts";
import { showTheme } from "./frame/theme.ts";
import { KeepingUnsent } from "./stage/keeping-unsent.tsx";
import { ShowingRemote } from "./stage/showing-remote.tsx";
import { servedTrace } from "./trace/trace-file.ts";
import "./tokens.css";

function Console({ start }: { readonly start: SessionState }) {
  const [session, setSession] = useState(start);
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
        {served === undefined ? <Console start={start} /> : <TraceAlone opened={served} />}
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
