// All entries of the world's journal, as rows. Only rows in view are rendered, of up to a hundred
// thousand.
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { useGo, useHref, useParameter, useWorld } from "../api/address.ts";
import { useKeys } from "../parts/keys.ts";
import { useRowPixels } from "../parts/row-height.ts";
import type { JournalEntry, Row } from "../live/journal-index.ts";
import { isWaiting, useJournalRows, useLive, usePlaceOf, type JournalRows } from "../live/live.ts";
import type { LiveState } from "../live/messages.ts";
import { Empty, Fault } from "../parts/parts.tsx";
import { briefMs, clockText, dayText, wholeText } from "../parts/time.tsx";
import { parseFilter, type Condition } from "../search/filter.ts";
import { useNamedConditions } from "../search/named.ts";
import { signOf, untimedSummary } from "../parts/outcome.ts";
import { ExportMenu } from "../timeline/export-menu.tsx";
import { Conditions, FilterField } from "../timeline/filter-field.tsx";
import styles from "./timeline.module.css";

/** Rows rendered beyond those in view. */
const OVERSCAN = 12;
/** Within this distance of the end, the list follows new rows. */
const NEAR_END_PIXELS = 40;

interface EntryRowProps extends Omit<RowViewProps, "row"> {
  readonly entry: JournalEntry;
}

function EntryRow({ entry, at, day, isSelected }: EntryRowProps) {
  const href = useHref();
  const sign = signOf(entry);
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      data-even={at % 2 === 0 ? "" : undefined}
      data-day={day}
      data-selected={isSelected}
      className={styles.row}
      title={`${wholeText(entry.at)} · real time ${wholeText(entry.real_at)}`}
    >
      <span role="cell" className="mono">
        {clockText(entry.at)}
      </span>
      <span role="cell" className={styles.kind}>
        {entry.kind}
      </span>
      <span role="cell" data-tone={sign.tone}>
        {sign.text}
      </span>
      <span role="cell">
        {day === undefined ? null : <span className={styles.day}>{day}</span>}{" "}
        <Link className={styles.link} href={href(`/trace/${entry.trace}`, { entry: entry.id })}>
          {entry.sessions === undefined ? untimedSummary(entry) : entry.summary}
        </Link>
      </span>
      <span role="cell" className={styles.ms}>
        {entry.sessions === undefined ? briefMs(entry.ms) : `→ ${entry.sessions}`}
      </span>
    </div>
  );
}

interface RowViewProps {
  readonly row: Row | undefined;
  readonly at: number;
  /** The day, if it is not that of the row before. */
  readonly day: string | undefined;
  readonly isSelected: boolean;
}

/** Memoized, so that rows in view are not rendered again while others arrive. */
const RowView = memo(function RowView({ row, at, day, isSelected }: RowViewProps) {
  if (row === undefined) {
    return (
      <div className={styles.row} role="row" aria-rowindex={at + 1}>
        <span role="cell" />
      </div>
    );
  }
  if (row.kind === "entry") return <EntryRow entry={row.entry} {...{ at, day, isSelected }} />;
  return (
    <div className={`${styles.row} ${styles.gap}`} role="row" aria-rowindex={at + 1}>
      <span role="cell">{row.missed.toLocaleString("en-GB")} entries were lost</span>
    </div>
  );
});

interface BarProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly conditions: readonly Condition[];
  readonly total: number;
  readonly isFollowing: boolean;
  readonly follow: (isFollowing: boolean) => void;
}

function FilterBar({ text, setText, conditions, total, isFollowing, follow }: BarProps) {
  const href = useHref();
  const world = useWorld();
  return (
    <div className={styles.bar}>
      <h1>Timeline</h1>
      <FilterField text={text} setText={setText} />
      <button type="button" aria-pressed={isFollowing} onClick={() => follow(!isFollowing)}>
        {isFollowing ? "Following" : "Follow"}
      </button>
      <span role="status">{total.toLocaleString("en-GB")} rows</span>
      <Conditions text={text} setText={setText} />
      <span className={styles.along}>
        {/* The key resets the menu's result when other rows are shown. */}
        <ExportMenu key={`${world} ${text}`} conditions={conditions} />
        <Link href={href("/trace-file")}>Open a trace file</Link>
      </span>
    </div>
  );
}

/** The name of the view in the worker. */
const VIEW = "timeline";

/**
 * The URL is updated this long after the last move, because browsers refuse many updates per
 * second, as from a key that is held down.
 */
const WRITE_AFTER_MS = 200;

/** The selected position in the rows. */
interface Cursor {
  /** Negative for no row. */
  readonly at: number;
  /** How many rows had been dropped at the front at that time: dropping rows shifts all others. */
  readonly dropped: number;
  /** True if the URL must still be updated. */
  readonly isMoved: boolean;
}

interface Selection {
  /** Negative for no row. */
  readonly selected: number;
  /** True if the entry in the URL is not among the rows. */
  readonly isMissing: boolean;
}

/** The selected row, initially from the URL. Keys: `j` and `k` move down and up, Enter opens. */
function useSelection(rows: JournalRows, show: (at: number) => void): Selection {
  const [id, select] = useParameter("at");
  const [cursor, setCursor] = useState<Cursor>({ at: -1, dropped: 0, isMoved: false });
  const selected = cursor.at < 0 ? -1 : Math.max(-1, cursor.at - rows.dropped + cursor.dropped);
  const found = usePlaceOf(VIEW, cursor.at < 0 ? id : "", rows);
  const go = useGo();
  const { dropped } = rows;
  useEffect(() => {
    if (found === undefined || found.at < 0) return;
    setCursor({ at: found.at, dropped: found.dropped, isMoved: false });
    show(found.at);
  }, [found, show]);
  const row = selected < 0 ? undefined : rows.row(selected);
  const moved = cursor.isMoved && row?.kind === "entry" ? row.entry.id : undefined;
  const write = useEffectEvent((entry: string) => {
    if (!location.pathname.endsWith("/timeline")) return;
    setCursor((old) => ({ ...old, isMoved: false }));
    if (entry !== id) select(entry);
  });
  useEffect(() => {
    if (moved === undefined) return undefined;
    const timer = setTimeout(() => write(moved), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  const pressed = useCallback(
    (key: string) => {
      if (key === "Enter" && row?.kind === "entry") {
        // A pending update of the URL would select the old row again.
        setCursor((old) => ({ ...old, isMoved: false }));
        go(`/trace/${row.entry.trace}`, { entry: row.entry.id });
      }
      if (key !== "j" && key !== "k") return;
      const start = selected < 0 ? rows.total - 1 : selected + (key === "j" ? 1 : -1);
      const next = Math.max(0, Math.min(rows.total - 1, start));
      setCursor({ at: next, dropped, isMoved: true });
      show(next);
    },
    [rows.total, row, selected, dropped, go, show],
  );
  useKeys(pressed);
  return { selected, isMissing: found !== undefined && found.at < 0 };
}

/** `2026-11-22`; cheaper than the text, as every row in view is compared. */
function dateOf({ at }: JournalEntry): string {
  return at.slice(0, "2026-11-22".length);
}

/** The day of an entry that is the first of the rows or follows one of another day. */
function dayBegun(rows: JournalRows, at: number): string | undefined {
  const row = rows.row(at);
  if (row?.kind !== "entry") return undefined;
  const before = rows.row(at - 1);
  // Unknown before it is loaded; only rows out of view follow such a one.
  if (at > 0 && before === undefined) return undefined;
  const isSame = before?.kind === "entry" && dateOf(before.entry) === dateOf(row.entry);
  return isSame ? undefined : dayText(row.entry.at);
}

interface PlacedRowsProps {
  readonly rows: JournalRows;
  readonly shown: readonly VirtualItem[];
  /** Negative for no row. */
  readonly selected: number;
}

function PlacedRows({ rows, shown, selected }: PlacedRowsProps) {
  return shown.map(({ index, start, key }) => (
    <div
      key={key}
      role="presentation"
      className={styles.place}
      style={{ transform: `translateY(${start}px)` }}
    >
      <RowView
        row={rows.row(index)}
        at={index}
        day={dayBegun(rows, index)}
        isSelected={index === selected}
      />
    </div>
  ));
}

interface RowsProps {
  readonly rows: JournalRows;
  readonly isFollowing: boolean;
  readonly follow: (isFollowing: boolean) => void;
}

function Rows({ rows, isFollowing, follow }: RowsProps) {
  /** The number of rows that the user has seen; undefined until the first arrive. */
  const [seen, setSeen] = useState<number>();
  const come = rows.total + rows.dropped;
  const scroller = useRef<HTMLDivElement>(null);
  const pixels = useRowPixels();
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => pixels,
    overscan: OVERSCAN,
  });
  useEffect(() => virtual.measure(), [virtual, pixels]);
  const shown = virtual.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  useEffect(() => {
    if (rows.total > 0) rows.want(first, last);
  }, [rows, first, last]);
  useEffect(() => {
    if (!isFollowing || rows.total === 0) return;
    virtual.scrollToIndex(rows.total - 1, { align: "end" });
    setSeen(come);
  }, [rows.total, come, isFollowing, virtual]);
  useEffect(() => {
    if (come > 0) setSeen((known) => known ?? come);
  }, [come]);
  const show = useCallback(
    (at: number) => {
      follow(false);
      virtual.scrollToIndex(at);
    },
    [follow, virtual],
  );
  const { selected, isMissing } = useSelection(rows, show);
  useEffect(() => {
    if (isMissing) follow(true);
  }, [isMissing, follow]);
  const unseen = come - (seen ?? come);
  return (
    <>
      {isMissing ? (
        <p role="status">
          The selected entry is not in this list: the filter hides it, or it is no longer kept.
        </p>
      ) : null}
      <div className={styles.hold}>
        <div
          ref={scroller}
          className={styles.rows}
          role="table"
          aria-label="Journal"
          aria-rowcount={rows.total}
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PIXELS;
            if (isFollowing && !isAtEnd) follow(false);
          }}
        >
          <div className={styles.sheet} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
            <PlacedRows {...{ rows, shown, selected }} />
          </div>
        </div>
        {isFollowing || unseen <= 0 ? null : (
          <button type="button" data-first className={styles.new} onClick={() => follow(true)}>
            {unseen.toLocaleString("en-GB")} new ↓
          </button>
        )}
      </div>
    </>
  );
}

/** A new epoch means that the world was reset: its entries have other ids. */
function epochOf({ hello }: LiveState): string | undefined {
  return hello?.epoch;
}

export function TimelinePage() {
  const world = useWorld();
  const [text, setText] = useParameter("q");
  const parsed = useMemo(() => parseFilter(text), [text]);
  const { conditions, fault } = useNamedConditions(parsed);
  const isLoading = useLive(isWaiting);
  const rows = useJournalRows(VIEW, conditions, world);
  const [at, select] = useParameter("at");
  const [isFollowing, follow] = useState(at === "");
  const epoch = useLive(epochOf);
  const before = useRef({ world, epoch });
  const beginAnew = useEffectEvent(() => {
    if (at !== "") select("");
    follow(true);
  });
  useEffect(() => {
    const { world: last, epoch: known } = before.current;
    if (last === world && epoch === undefined) return;
    before.current = { world, epoch };
    if (last !== world || (known !== undefined && known !== epoch)) beginAnew();
  }, [world, epoch]);
  useEffect(() => {
    document.title = "Timeline · Antechamber";
  }, []);
  return (
    <div className={styles.timeline}>
      <FilterBar {...{ text, setText, conditions, isFollowing, follow }} total={rows.total} />
      {fault === undefined ? null : <Fault error={new Error(fault)} />}
      {rows.total > 0 ? null : (
        <Empty isLoading={isLoading}>
          {text === ""
            ? "Calls, events, deliveries and decisions of this world appear here as they happen."
            : "No entries match this filter."}
        </Empty>
      )}
      {/* The key resets the selection when other rows are shown. */}
      <Rows key={`${world} ${epoch ?? ""} ${text}`} {...{ rows, isFollowing, follow }} />
    </div>
  );
}
