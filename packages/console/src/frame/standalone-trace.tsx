// The console without a service: shows only the trace file that the command line serves.
import { Suspense } from "react";
import { Boundary } from "../parts/boundary.tsx";
import { Skeleton } from "../parts/parts.tsx";
import { TraceDropping } from "../trace/opened-trace.tsx";
import type { OpenedTrace } from "../trace/trace-file.ts";
import styles from "./frame.module.css";
import { traceFilePage as TraceFilePage } from "./pages.ts";

export function StandaloneTrace({ opened }: { readonly opened: OpenedTrace }) {
  return (
    <TraceDropping first={opened}>
      <main className={`${styles.content} ${styles.alone}`} tabIndex={-1}>
        <Boundary page={opened.name}>
          <Suspense fallback={<Skeleton rows={6} />}>
            <TraceFilePage />
          </Suspense>
        </Boundary>
      </main>
    </TraceDropping>
  );
}
