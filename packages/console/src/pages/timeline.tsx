// Everything that crossed an edge of the world, as rows; of a hundred thousand, the ones in view are drawn.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { useGo, useHref, useParameter, useWorld } from "../frame/address.ts";
import { useKeys } from "../frame/keys.ts";
import type { JournalEntry, Row } from "../live/journal-index.ts";
import { useJournalRows, useLive, type JournalRows } from "../live/live.ts";
import { Empty, Fault } from "../parts/parts.tsx";
import { briefMs, clockText, wholeText } from "../parts/time.tsx";
import { parseFilter, type Condition } from "../search/filter.ts";
import { useNamedConditions } from "../search/named.ts";
import { signOf } from "../parts/outcome.ts";
import { ExportMenu } from "../timeline/export-menu.tsx";
import { Conditions, FilterField } from "../timeline/filter-field.tsx";
import styles from "./timeline.module.css";

const ROW_PIXELS = 28;
/** Rows drawn beyond those in view. */
const OVERSCAN = 12;
/** So near to the end, new rows are followed. */
const NEAR_END_PIXELS = 40;

function EntryRow({
  entry,
  at,
  isSelected,
}: {
  readonly entry: JournalEntry;
  readonly at: number;
  readonly isSelected: boolean;
}) {
  const href = useHref();
  const sign = signOf(entry);
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      data-even={at % 2 === 0 ? "" : undefined}
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
        <Link className={styles.link} href={href(`/trace/${entry.trace}`, { entry: entry.id })}>
          {entry.summary}
        </Link>
      </span>
      <span role="cell" className={styles.ms}>
        {entry.sessions === undefined ? briefMs(entry.ms) : `→ ${entry.sessions}`}
      </span>
    </div>
  );
}

function RowView({
  row,
  at,
  isSelected,
}: {
  readonly row: Row | undefined;
  readonly at: number;
  readonly isSelected: boolean;
}) {
  if (row === undefined) {
    return (
      <div className={styles.row} role="row" aria-rowindex={at + 1}>
        <span role="cell" />
      </div>
    );
  }
  if (row.kind === "entry") return <EntryRow entry={row.entry} at={at} isSelected={isSelected} />;
  return (
    <div className={`${styles.row} ${styles.gap}`} role="row" aria-rowindex={at + 1}>
      <span role="cell">{row.missed.toLocaleString("en-GB")} entries were lost</span>
    </div>
  );
}

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
        {/* What was said of other rows goes with them. */}
        <ExportMenu key={`${world} ${text}`} conditions={conditions} />
        <Link href={href("/trace-file")}>Open a trace file</Link>
      </span>
    </div>
  );
}

/** Rows by their keys: `j` and `k` go down and up, Enter opens. */
function useSelection(rows: JournalRows, show: (at: number) => void): number {
  const [selected, setSelected] = useState(-1);
  const go = useGo();
  const pressed = useCallback(
    (key: string) => {
      const row = rows.row(selected);
      if (key === "Enter" && row?.kind === "entry") {
        go(`/trace/${row.entry.trace}`, { entry: row.entry.id });
      }
      if (key !== "j" && key !== "k") return;
      const start = selected < 0 ? rows.total - 1 : selected + (key === "j" ? 1 : -1);
      const next = Math.max(0, Math.min(rows.total - 1, start));
      setSelected(next);
      show(next);
    },
    [rows, selected, go, show],
  );
  useKeys(pressed);
  return selected;
}

interface RowsProps {
  readonly rows: JournalRows;
  readonly isFollowing: boolean;
  readonly follow: (isFollowing: boolean) => void;
}

function Rows({ rows, isFollowing, follow }: RowsProps) {
  const [seen, setSeen] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: OVERSCAN,
  });
  const shown = virtual.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  useEffect(() => {
    if (rows.total > 0) rows.want(first, last);
  }, [rows, first, last]);
  useEffect(() => {
    if (!isFollowing || rows.total === 0) return;
    virtual.scrollToIndex(rows.total - 1, { align: "end" });
    setSeen(rows.total);
  }, [rows.total, isFollowing, virtual]);
  const show = useCallback(
    (at: number) => {
      follow(false);
      virtual.scrollToIndex(at);
    },
    [follow, virtual],
  );
  const selected = useSelection(rows, show);
  const unseen = rows.total - seen;
  return (
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
          {shown.map(({ index, start, key }) => (
            <div
              key={key}
              role="presentation"
              className={styles.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <RowView row={rows.row(index)} at={index} isSelected={index === selected} />
            </div>
          ))}
        </div>
      </div>
      {isFollowing || unseen <= 0 ? null : (
        <button type="button" data-first className={styles.new} onClick={() => follow(true)}>
          {unseen.toLocaleString("en-GB")} new ↓
        </button>
      )}
    </div>
  );
}

export function TimelinePage() {
  const world = useWorld();
  const [text, setText] = useParameter("q");
  const parsed = useMemo(() => parseFilter(text), [text]);
  const { conditions, fault } = useNamedConditions(parsed);
  const { hello, refused } = useLive();
  const rows = useJournalRows("timeline", conditions, world);
  const [isFollowing, follow] = useState(true);
  useEffect(() => {
    document.title = "Timeline · Antechamber";
  }, []);
  return (
    <div className={styles.timeline}>
      <FilterBar {...{ text, setText, conditions, isFollowing, follow }} total={rows.total} />
      {fault === undefined ? null : <Fault error={new Error(fault)} />}
      {rows.total > 0 ? null : (
        <Empty isLoading={hello === undefined && refused === undefined}>
          {text === ""
            ? "Every call, event, delivery and decision of this world appears here as it happens."
            : "Nothing that happened so far passes this filter."}
        </Empty>
      )}
      <Rows {...{ rows, isFollowing, follow }} />
    </div>
  );
}
