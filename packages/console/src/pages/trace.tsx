// One trace: its cause, its effects, and why something was refused.
import type { ControlReply, types } from "@antechamber/sdk/control";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { LIST_MAX, useAct, useAnswer } from "../api/queries.ts";
import { useHref, useParameter, useWorld } from "../api/address.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { ActButton } from "../parts/act-button.tsx";
import { copyText } from "../parts/clipboard.ts";
import { Changing } from "../parts/mode.tsx";
import { useNames } from "../parts/names.ts";
import { Card, Empty, Fault, Page, Skeleton, styles as parts } from "../parts/parts.tsx";
import { offeredBody, refusalOf } from "../trace/body-again.ts";
import { EntryView } from "../trace/entry-view.tsx";
import { writtenEntries } from "../trace/forms.ts";
import { Meanwhile } from "../trace/meanwhile.tsx";
import { ReplayInFork } from "../trace/replay-in-fork.tsx";
import { LiveConversation, ShownAs } from "../trace/shown-as.tsx";
import { Signature } from "../trace/signature.tsx";
import { TraceExport } from "../trace/trace-export.tsx";
import { useTraceParent } from "../trace/trace-children.ts";
import { Bars } from "../trace/waterfall-view.tsx";
import styles from "../trace/trace.module.css";

interface ChangedBodyProps {
  readonly entry: types.WholeEntry;
  readonly isSending: boolean;
  readonly send: (body: unknown) => void;
}

/** The body of a call, to edit and send again. */
function ChangedBody({ entry, isSending, send }: ChangedBodyProps) {
  const [text, setText] = useState<string>();
  const offered = offeredBody(entry);
  if (text === undefined) {
    return (
      <button type="button" onClick={() => setText(offered.text)}>
        Edit and resend
      </button>
    );
  }
  const refusal = refusalOf(text);
  return (
    <form
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined && !isSending) send(JSON.parse(text));
      }}
    >
      <label>
        Body (JSON)
        <textarea rows={8} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {offered.lacks === undefined ? null : <p className={parts.soft}>{offered.lacks}</p>}
      {refusal === undefined ? null : <p className={parts.soft}>{refusal}</p>}
      <ActButton type="submit" disabled={refusal !== undefined || isSending}>
        Send{" "}
      </ActButton>
    </form>
  );
}

/** The actions for a call. */
function CallActions({ entry }: { readonly entry: types.WholeEntry }) {
  const { id, request } = entry;
  const world = useWorld();
  const replay = useAct("control.journal.replay");
  const href = useHref();
  const again = (body: { readonly body?: unknown }): void =>
    replay.mutate({ path: { entry_id: id }, body });
  const takesBody = request !== undefined && !["GET", "HEAD"].includes(request.method);
  const [fault, setFault] = useState<unknown>();
  const copy = (as: "curl" | "sdk"): void => {
    setFault(undefined);
    writtenEntries(world, [id], as).then(copyText).catch(setFault);
  };
  return (
    <>
      <div className={`${parts.row} ${parts.spaced}`}>
        <Changing what="Resending a call">
          <ActButton type="button" onClick={() => again({})} disabled={replay.isPending}>
            Resend{" "}
          </ActButton>
        </Changing>
        <button type="button" onClick={() => copy("curl")}>
          Copy as curl
        </button>
        <button type="button" onClick={() => copy("sdk")}>
          Copy as SDK call
        </button>
        {replay.data === undefined ? null : <Answered {...replay.data} />}
        <Link href={href("/timeline", { at: id })}>Show in timeline</Link>
      </div>
      {takesBody ? (
        <Changing what="Resending with another body">
          <ChangedBody
            entry={entry}
            isSending={replay.isPending}
            send={(body) => again({ body })}
          />
        </Changing>
      ) : null}
      <Fault error={replay.error} />
      <Fault error={fault} />
    </>
  );
}

/** The response to a repeated call, and a link to its entry if it has one. */
function Answered({ status, entry }: ControlReply<"control.journal.replay">) {
  const href = useHref();
  const text = `Answered ${status}`;
  if (entry === null) return <span role="status">{text}</span>;
  return (
    <span role="status">
      <Link href={href(`/trace/${entry}`)}>{text}</Link>
    </span>
  );
}

function Entry({ id }: { readonly id: string }) {
  const { data, error } = useAnswer("control.journal.get", { path: { entry_id: id } });
  const nameOf = useNames();
  if (data === undefined) return error === null ? <Skeleton /> : <Fault error={error} />;
  const actions = data.kind === "request" ? <CallActions entry={data} /> : null;
  return (
    <div>
      <Fault error={error} />
      <EntryView entry={data} actions={actions} nameOf={nameOf} />
      <Signature entry={data} />
    </div>
  );
}

interface ShownProps {
  readonly trace: string;
  readonly items: readonly JournalEntry[];
}

/**
 * A trace in the chosen view. The selected entry is the refused one, unless the user selects
 * another.
 */
function Shown({ trace, items }: ShownProps) {
  const [requestedEntry, choose] = useParameter("entry");
  const [root] = items;
  const refused = items.find((entry) => entry.refusal !== undefined);
  const chosen = requestedEntry === "" ? (refused ?? root)?.id : requestedEntry;
  const choice = { chosen: chosen ?? "", choose };
  return (
    <div className={styles.split}>
      <div className={styles.column}>
        <Before trace={trace} />
        <Card title={root?.summary ?? "Trace"}>
          <ShownAs
            bars={items.length === 0 ? <Skeleton /> : <Bars entries={items} {...choice} />}
            conversation={<LiveConversation trace={trace} {...choice} />}
          />
        </Card>
        <Meanwhile entries={items} />
        {root === undefined ? null : (
          <Changing what="Replaying a trace in a fork">
            <ReplayInFork trace={trace} begunAt={root.real_at} />
          </Changing>
        )}
      </div>
      {chosen === undefined ? null : <Entry key={chosen} id={chosen} />}
    </div>
  );
}

/** A link to the trace that sent the message or modal which the user used here. */
function Before({ trace }: Pick<ShownProps, "trace">) {
  const href = useHref();
  const parent = useTraceParent(trace);
  if (parent === undefined) return null;
  return (
    <p>
      Continued from{" "}
      <Link href={href(`/trace/${parent.trace}`, { entry: parent.id })}>{parent.summary}</Link>
    </p>
  );
}

export function TracePage() {
  const { id } = useParams<{ readonly id: string }>();
  const { data, error } = useAnswer(
    "control.traces.get",
    { path: { trace_id: id }, query: { limit: LIST_MAX } },
    { every: 2000 },
  );
  const key = `${useWorld()} ${id}`;
  // A failed refetch leaves the earlier data in place.
  const isKnown = data !== undefined && data.items.length > 0;
  const isShown = isKnown || (data === undefined && error === null);
  return (
    <Page title={`Trace ${id}`} actions={isKnown ? <TraceExport key={key} trace={id} /> : null}>
      <Fault error={error} />
      {data?.items.length === 0 ? (
        <Empty>
          Trace not found. The id is wrong, or the journal dropped it to make room for newer
          entries.
        </Empty>
      ) : null}
      {typeof data?.next === "string" ? (
        <p>Showing the first {data.items.length} entries of a longer trace.</p>
      ) : null}
      {isShown ? <Shown key={key} trace={id} items={data?.items ?? []} /> : null}
    </Page>
  );
}
