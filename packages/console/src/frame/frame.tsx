// What stands around every page.
import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { queries, useAct, useAnswer } from "../api/queries.ts";
import { useLive, watchWorld } from "../live/live.ts";
import { Boundary } from "../parts/boundary.tsx";
import { useMayChange } from "../parts/mode.tsx";
import { Empty, Page, Skeleton } from "../parts/parts.tsx";
import { clockText } from "../parts/time.tsx";
import { TraceDropping } from "../trace/opened-trace.tsx";
import { useGo, useHref, useParameter, useWorld } from "./address.ts";
import styles from "./frame.module.css";
import { useKeys } from "./keys.ts";
import { pages, traceFilePage, tracePage } from "./pages.ts";
import { TopBar } from "./top-bar.tsx";

function Rail() {
  const [path] = useLocation();
  const href = useHref();
  return (
    <nav className={styles.rail} aria-label="Pages">
      {pages.map(({ path: to, title, icon: Icon }) => {
        const isHere = to === "/" ? path === "/" : path.startsWith(to);
        return (
          <Link key={to} href={href(to)} aria-current={isHere ? "page" : undefined}>
            <Icon size={16} aria-hidden /> {title}
          </Link>
        );
      })}
    </nav>
  );
}

/**
 * Another epoch means that the world was reset: nothing of the one before is shown any more. The
 * first that is heard of tells nothing, and what a page has shown or was typed into it stays.
 */
function useEpoch(): void {
  const { hello } = useLive();
  const last = useRef(new Map<string, string>());
  const { world, epoch } = hello ?? {};
  useEffect(() => {
    if (world === undefined || epoch === undefined) return;
    const before = last.current.get(world);
    last.current.set(world, epoch);
    if (before !== undefined && before !== epoch) void queries.resetQueries({ queryKey: [world] });
  }, [world, epoch]);
}

/** Whoever moves the clock, every page shows the new time at once. */
function useClockTurns(world: string): void {
  const { clockTurn } = useLive();
  useEffect(() => {
    if (clockTurn === 0) return;
    void queries.invalidateQueries({ queryKey: [world, "control.clock.get"] });
    void queries.invalidateQueries({ queryKey: [world, "control.jobs.list"] });
  }, [world, clockTurn]);
}

/** To the filter of a page, which stays as it is; where people write, `/` begins a command. */
function goToField(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLElement>("[data-filter], [data-write]");
  if (field?.dataset["filter"] !== undefined) event.preventDefault();
  field?.focus();
}

function usePageKeys(): void {
  const go = useGo();
  const clock = useAnswer("control.clock.get", {});
  const { mutate } = useAct("control.clock.move");
  const mayChange = useMayChange();
  const isFrozen = clock.data?.frozen === true;
  const pressed = useCallback(
    (keys: string, event: KeyboardEvent) => {
      const page = pages.find(({ key }) => keys === `g ${key}`);
      if (page !== undefined) go(page.path);
      else if (keys === "/") goToField(event);
      else if (!mayChange) return;
      else if (keys === ",") mutate({ body: { frozen: !isFrozen } });
      else if (keys === ".") mutate({ body: { advance: "next" } });
    },
    [go, mutate, isFrozen, mayChange],
  );
  useKeys(pressed);
}

const Inspector = lazy(async () => ({
  default: (await import("../records/inspector.tsx")).Inspector,
}));

/** In the place of a page that does nothing but act. */
function ReadOnly() {
  return (
    <Page title="Development mode alone">
      <Empty>
        In production mode the console only reads: nobody is a user here but the users themselves.
      </Empty>
    </Page>
  );
}

interface FrameProps {
  /** Undefined where everybody on this machine may steer. */
  readonly signOut: (() => Promise<void>) | undefined;
}

export function Frame({ signOut }: FrameProps) {
  const mayChange = useMayChange();
  const world = useWorld();
  const [path] = useLocation();
  const { lostSince, refused } = useLive();
  const [inspected] = useParameter("inspect");
  useEffect(() => watchWorld(world), [world]);
  useEpoch();
  useClockTurns(world);
  usePageKeys();
  return (
    <TraceDropping>
      <div className={`${styles.frame} ${mayChange ? "" : styles.production}`}>
        <TopBar signOut={signOut} />
        {lostSince === undefined ? null : (
          <p className={styles.offline} role="alert">
            lost since {clockText(lostSince).slice(0, 8)}, trying
          </p>
        )}
        <Rail />
        <main className={styles.content} tabIndex={-1}>
          <Boundary page={`${world} ${path}`}>
            {refused === undefined ? null : (
              <Empty>The journal cannot be followed: {refused}</Empty>
            )}
            <Suspense fallback={<Skeleton rows={6} />}>
              <Switch>
                {pages.map(({ path: to, route = to, component, acts }) => (
                  <Route
                    key={to}
                    path={route}
                    component={acts === undefined || mayChange ? component : ReadOnly}
                  />
                ))}
                <Route path="/trace/:id" component={tracePage} />
                <Route path="/trace-file" component={traceFilePage} />
                <Route>
                  <Page title="Nothing here">
                    <Empty>There is no page at this address.</Empty>
                  </Page>
                </Route>
              </Switch>
            </Suspense>
          </Boundary>
        </main>
        {inspected === "" ? null : (
          <Suspense fallback={null}>
            <Inspector />
          </Suspense>
        )}
      </div>
    </TraceDropping>
  );
}
