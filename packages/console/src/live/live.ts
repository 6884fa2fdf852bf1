// The page's access to the live data that the worker collects.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Condition } from "../search/filter.ts";
import type { EntryPlace, JournalEntry, Row, ViewSize } from "./journal-index.ts";
import type { LiveState, Sent } from "./messages.ts";
import { WorkerLink, type Connect } from "./worker-link.ts";
import { workerUrl } from "./worker-url.ts";

/** Opens the worker, which all pages share if the browser supports shared workers. */
const connect: Connect = (take) => {
  const received = (event: MessageEvent<Sent>): void => take(event.data);
  const options = { type: "module", name: "antechamber" } as const;
  if ("SharedWorker" in globalThis) {
    const { port } = new SharedWorker(workerUrl(), options);
    port.addEventListener("message", received);
    port.start();
    addEventListener("pagehide", () => port.postMessage({ type: "close" }));
    // Browsers may keep a page that the user leaves, and restore it later (back-forward cache).
    addEventListener("pageshow", ({ persisted }) => persisted && live.rejoin());
    return port;
  }
  const worker = new Worker(workerUrl(), options);
  worker.addEventListener("message", received);
  return worker;
};

const live = new WorkerLink(connect);

/** Switches to another world. @returns a function that stops watching it */
export function watchWorld(world: string): () => void {
  live.watch(world);
  return () => live.leave();
}

/**
 * Selects a part of the live state. The component only renders again when that part changes,
 * because the state changes many times a second.
 */
export function useLive<T>(select: (state: LiveState) => T): T {
  return useSyncExternalStore(live.listen, () => select(live.state()));
}

/** True if the service cannot be reached. */
export function useIsLost(): boolean {
  return useLive(isLost);
}

function isLost({ lostSince }: LiveState): boolean {
  return lostSince !== undefined;
}

/** True while nothing has arrived from the journal but something may still come. */
export function isWaiting({ hello, refused }: LiveState): boolean {
  return hello === undefined && refused === undefined;
}

/** The number of rows per request. */
const PAGE_ROWS = 100;
/** The most pages of rows that are cached. */
const PAGES_MAX = 40;

export interface JournalRows extends ViewSize {
  /** A row, if it has been loaded. */
  row(at: number): Row | undefined;
  /** Requests rows that will be shown soon. */
  want(from: number, to: number): void;
}

/** The rows of the journal that match a filter. */
export function useJournalRows(
  name: string,
  conditions: readonly Condition[],
  world: string,
): JournalRows {
  const [size, setSize] = useState<ViewSize>({ total: 0, dropped: 0 });
  const [, redraw] = useState(0);
  const kept = useRef(new Map<number, readonly Row[]>());
  /** Pages that were requested and have not arrived. */
  const asking = useRef(new Set<number>());
  const key = JSON.stringify(conditions);

  useEffect(() => {
    kept.current.clear();
    asking.current.clear();
    setSize({ total: 0, dropped: 0 });
    const stop = live.listen((update) => {
      if ((update.type !== "size" && update.type !== "rows") || update.name !== name) return;
      if (update.type === "size") return setSize((old) => sized(old, update, kept.current));
      asking.current.delete(update.from / PAGE_ROWS);
      kept.current.set(update.from / PAGE_ROWS, update.rows);
      const [oldest] = kept.current.keys();
      if (kept.current.size > PAGES_MAX && oldest !== undefined) kept.current.delete(oldest);
      redraw((count) => count + 1);
    });
    live.view(name, JSON.parse(key) as readonly Condition[]);
    return () => {
      stop();
      live.forget(name);
    };
  }, [name, key, world]);

  return useMemo(() => {
    const pageOf = (at: number) => Math.floor(at / PAGE_ROWS);
    return {
      ...size,
      row: (at) => kept.current.get(pageOf(at))?.[at % PAGE_ROWS],
      want(from, to) {
        for (let page = pageOf(from); page <= pageOf(to); page += 1) {
          const rows = kept.current.get(page)?.length ?? 0;
          const isWhole = rows === PAGE_ROWS || page * PAGE_ROWS + rows >= size.total;
          if (isWhole || asking.current.has(page)) continue;
          asking.current.add(page);
          live.askRows(name, page * PAGE_ROWS, PAGE_ROWS);
        }
      },
    };
  }, [size, name]);
}

/**
 * The position of an entry in a view, negative if it is not there; undefined until it is known. It
 * is looked up again when rows arrive, until one that is newer than the entry has arrived.
 */
export function usePlaceOf(name: string, id: string, { total }: ViewSize): EntryPlace | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly place: EntryPlace }>();
  const isSought = id !== "" && found?.id !== id;
  useEffect(() => {
    if (!isSought || total === 0) return undefined;
    const stop = live.listen((update) => {
      if (update.type !== "place" || update.name !== name || update.id !== id) return;
      if (!update.mayCome) setFound({ id, place: update });
    });
    live.askPlace(name, id);
    return stop;
  }, [name, id, isSought, total]);
  return found?.id === id ? found.place : undefined;
}

/** The entries that a filter selects at the moment. */
export interface Selection {
  readonly total: number;
  readonly oldest: JournalEntry | undefined;
  /** The newest of them, up to the requested number, oldest first. */
  readonly newest: readonly JournalEntry[];
}

/** Requests rows of a view once. */
function asked(name: string, from: number, count: number): Promise<readonly Row[]> {
  return new Promise((resolve) => {
    const stop = live.listen((update) => {
      if (update.type !== "rows" || update.name !== name || update.from !== from) return;
      stop();
      resolve(update.rows);
    });
    live.askRows(name, from, count);
  });
}

/** Searches all entries that have arrived, once. */
export async function selectionOf(
  conditions: readonly Condition[],
  count: number,
): Promise<Selection> {
  const name = live.newName();
  const total = await new Promise<number>((resolve) => {
    const stop = live.listen((update) => {
      if (update.type !== "size" || update.name !== name) return;
      stop();
      resolve(update.total);
    });
    live.view(name, conditions);
  });
  const from = Math.max(0, total - count);
  const newest = entriesOf(await asked(name, from, count));
  const [oldest] = from === 0 ? newest : entriesOf(await asked(name, 0, 1));
  live.forget(name);
  return { total, oldest: oldest ?? newest[0], newest };
}

function entriesOf(rows: readonly Row[]): readonly JournalEntry[] {
  return rows.flatMap((row) => (row.kind === "entry" ? [row.entry] : []));
}

/** The names of endpoints, events and jobs so far; only requested while enabled. */
export function useJournalNames(isOn: boolean): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = live.listen((update) => {
      if (update.type === "names") setNames(update.names);
    });
    live.askNames();
    return stop;
  }, [isOn]);
  return names;
}

/**
 * The new size of a view. If rows were dropped at the front, the indexes of cached rows change, so
 * the cache is cleared.
 */
function sized(old: ViewSize, { total, dropped }: ViewSize, kept: Map<number, readonly Row[]>) {
  if (dropped !== old.dropped || total < old.total) kept.clear();
  return old.total === total && old.dropped === dropped ? old : { total, dropped };
}
