// What stands around every page.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { queries, useAct, useAnswer } from "../api/queries.ts";
import { useLive, watchWorld } from "../live/live.ts";
import type { Hello } from "../live/messages.ts";
import { Boundary } from "../parts/boundary.tsx";
import { useMayAct, useMayChange } from "../parts/mode.tsx";
import { Empty, Page, Skeleton } from "../parts/parts.tsx";
import { clockText } from "../parts/time.tsx";
import { useUnsentStore } from "../stage/keeping-unsent.tsx";
import { TraceDropping } from "../trace/opened-trace.tsx";
import { useGo, useHref, useParameter, useWorld } from "../api/address.ts";
import styles from "./frame.module.css";
import { useKeys } from "../parts/keys.ts";
import { pages, traceFilePage, tracePage } from "./pages.ts";
import { TopBar } from "./top-bar.tsx";

function Rail() {
  const [path] = useLocation();
  const href = useHref();
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where it is a bar at the bottom, it scrolls.
    const here = rail.current?.querySelector("[aria-current]");
    here?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav ref={rail} className={styles.rail} aria-label="Pages">
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

/** So long it is said that the world began anew. Milliseconds. */
const ANEW_MS = 8000;

/** What began anew a moment ago: a world, or the service with the same world. */
interface Anew extends Pick<Hello, "world" | "epoch"> {
  readonly what: "world" | "service";
}

const anewTexts: Readonly<Record<Anew["what"], string>> = {
  world: "The world began anew: nothing of the one before is shown any more.",
  service: "The service started anew with the same world; its journal begins again.",
};

/**
 * Another epoch with other records means that the world was reset: nothing of the one before is
 * shown any more, and what could not be sent in it is dropped. With the same ones the service was
 * only started again: what is shown is asked for again. The first that comes tells nothing, and
 * what a page has shown or was typed into it stays.
 */
function useEpoch(): Anew | undefined {
  const hello = useLive((state) => state.hello);
  const unsent = useUnsentStore();
  const [anew, setAnew] = useState<Anew>();
  const last = useRef(new Map<string, Hello>());
  useEffect(() => {
    if (hello === undefined) return;
    const { world, epoch, records } = hello;
    const before = last.current.get(world);
    last.current.set(world, hello);
    if (before === undefined || before.epoch === epoch) return;
    if (before.records === records) {
      setAnew({ world, epoch, what: "service" });
      void queries.invalidateQueries({ queryKey: [world] });
      return;
    }
    setAnew({ world, epoch, what: "world" });
    unsent.forget(world);
    void queries.resetQueries({ queryKey: [world] });
  }, [hello, unsent]);
  useEffect(() => {
    if (anew === undefined) return undefined;
    const timer = setTimeout(() => setAnew(undefined), ANEW_MS);
    return () => clearTimeout(timer);
  }, [anew]);
  return anew;
}

/** What was refused together with the stream, as of a world that was not there, is there with it. */
function useGivenAgain(world: string): void {
  const isRefused = useLive((state) => state.refused !== undefined);
  const refused = useRef<string>(undefined);
  useEffect(() => {
    if (!isRefused && refused.current === world) {
      void queries.invalidateQueries({ queryKey: [world] });
    }
    refused.current = isRefused ? world : undefined;
  }, [isRefused, world]);
}

/** Whoever moves the clock, every page shows the new time at once. */
function useClockTurns(world: string): void {
  const clockTurn = useLive((state) => state.clockTurn);
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
  const mayAct = useMayAct();
  const isFrozen = clock.data?.frozen === true;
  const pressed = useCallback(
    (keys: string, event: KeyboardEvent) => {
      const page = pages.find(({ key }) => keys === `g ${key}`);
      if (page !== undefined) go(page.path);
      else if (keys === "/") goToField(event);
      else if (!mayAct) return;
      else if (keys === ",") mutate({ body: { frozen: !isFrozen } });
      else if (keys === ".") mutate({ body: { advance: "next" } });
    },
    [go, mutate, isFrozen, mayAct],
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
  const lostSince = useLive((state) => state.lostSince);
  const refused = useLive((state) => state.refused);
  const [inspected] = useParameter("inspect");
  useEffect(() => watchWorld(world), [world]);
  const anew = useEpoch();
  useGivenAgain(world);
  useClockTurns(world);
  usePageKeys();
  return (
    <TraceDropping>
      <div className={`${styles.frame} ${mayChange ? "" : styles.production}`}>
        <TopBar signOut={signOut} />
        <div className={styles.notices}>
          {lostSince === undefined ? null : (
            <p className={styles.offline} role="alert">
              lost since {clockText(lostSince).slice(0, 8)}, trying
            </p>
          )}
          {refused === undefined ? null : (
            <p className={styles.offline} role="alert">
              The journal cannot be followed: {refused}
            </p>
          )}
          <div role="status">
            {anew?.world === world ? <p className={styles.anew}>{anewTexts[anew.what]}</p> : null}
          </div>
        </div>
        <Rail />
        <main className={styles.content} tabIndex={-1}>
          <Boundary page={`${world} ${path}`}>
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
