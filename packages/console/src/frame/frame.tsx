// The frame around every page.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { queries, useAct, useAnswer } from "../api/queries.ts";
import { useAskedAgain } from "../live/asked-again.ts";
import { useLive, watchWorld } from "../live/live.ts";
import type { Hello } from "../live/messages.ts";
import { Boundary } from "../parts/boundary.tsx";
import { useMayAct, useMayChange } from "../parts/mode.tsx";
import { Empty, Page, Skeleton } from "../parts/parts.tsx";
import { registrations } from "../parts/registered-commands.ts";
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
    const bar = rail.current;
    const here = bar?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (bar === null || here === undefined) return;
    // Where the rail is too short, it alone scrolls: a zoomed page begins at its top.
    const { left, width, top, height } = bar.getBoundingClientRect();
    bar.scrollBy({
      left: here.left + here.width / 2 - left - width / 2,
      top: here.top + here.height / 2 - top - height / 2,
    });
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

/** How long the notice of a new epoch is shown, in milliseconds. */
const NOTICE_MS = 8000;

/** A world that was just reset, or a service that restarted with the same world. */
interface NewEpoch extends Pick<Hello, "world" | "epoch"> {
  readonly what: "world" | "service";
}

const newEpochTexts: Readonly<Record<NewEpoch["what"], string>> = {
  world:
    "The world was reset or restored. Its earlier records are gone; the journal still has what happened.",
  service: "The service restarted with the same world. Its journal starts again.",
};

/**
 * Handles a new epoch. With other records the world was reset: everything about the previous one is
 * removed, including unsent messages. With the same records the service only restarted: all answers
 * are refetched. The first epoch of a page changes nothing, so that whatever it shows or the user
 * typed stays.
 */
function useEpoch(): NewEpoch | undefined {
  const hello = useLive((state) => state.hello);
  const unsent = useUnsentStore();
  const [anew, setAnew] = useState<NewEpoch>();
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
    const timer = setTimeout(() => setAnew(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [anew]);
  return anew;
}

/**
 * Refetches the answers that were refused together with the stream, such as those of a world that
 * did not exist, once the stream is accepted.
 */
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

/** Refetches the time when any caller moves the clock. */
function useClockTurns(world: string): void {
  const clockTurn = useLive((state) => state.clockTurn);
  useEffect(() => {
    if (clockTurn === 0) return;
    void queries.invalidateQueries({ queryKey: [world, "control.clock.get"] });
    void queries.invalidateQueries({ queryKey: [world, "control.jobs.list"] });
  }, [world, clockTurn]);
}

/** Refetches the commands when an application changes them. */
function useRegistrations(world: string): void {
  useAskedAgain("registrations", registrations, () =>
    queries.invalidateQueries({ queryKey: [world, "control.commands.list"] }),
  );
}

/**
 * Focuses the filter of a page, which stays as it is; in a text field of the Stage, `/` starts a
 * command.
 */
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

/** Replaces a page that only performs actions. */
function ReadOnly() {
  return (
    <Page title="Development mode only">
      <Empty>In production mode the console is read-only and cannot act as a user.</Empty>
    </Page>
  );
}

interface FrameProps {
  /** Undefined if everyone on this machine may use the control plane. */
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
  useRegistrations(world);
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
              Cannot follow the journal: {refused}
            </p>
          )}
          <div role="status">
            {anew?.world === world ? (
              <p className={styles.anew}>{newEpochTexts[anew.what]}</p>
            ) : null}
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
                  <Page title="Page not found">
                    <Empty>
                      The console has no page at this address. Choose one from the navigation.
                    </Empty>
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
