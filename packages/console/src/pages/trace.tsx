// One trace: what began it, what came of it and when, and why anything was refused.
import { useState } from "react";
import { useParams } from "wouter";
import { call, useAct, useAnswer } from "../api/queries.ts";
import { useHref, useParameter, useWorld } from "../frame/address.ts";
import { Card, Copy, Empty, Fault, Id, Json, Page, styles as parts } from "../parts/parts.tsx";
import { signOf } from "../parts/outcome.ts";
import { briefMs, lengthText, Time } from "../parts/time.tsx";
import type { JournalEntry } from "../live/journal-index.ts";
import type { types } from "@antechamber/sdk/control";
import { placed, type Placed } from "../live/waterfall.ts";
import { needsText } from "../parts/needs.ts";
import styles from "./trace.module.css";

function Bars({
  entries,
  chosen,
  choose,
}: {
  readonly entries: readonly JournalEntry[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}) {
  return (
    <div className={styles.waterfall}>
      {placed(entries).map((item) => (
        <Bar key={item.entry.id} item={item} isChosen={item.entry.id === chosen} choose={choose} />
      ))}
    </div>
  );
}

function Bar({
  item,
  isChosen,
  choose,
}: {
  readonly item: Placed;
  readonly isChosen: boolean;
  readonly choose: (id: string) => void;
}) {
  const { entry, depth, from, width, idleMs } = item;
  const sign = signOf(entry);
  return (
    <>
      {idleMs === undefined ? null : (
        <div className={styles.folded}>── {lengthText(idleMs)} ──</div>
      )}
      <div className={styles.line}>
        <button
          type="button"
          aria-pressed={isChosen}
          style={{ paddingInlineStart: depth * 12 + 4 }}
          onClick={() => choose(entry.id)}
          title={entry.summary}
        >
          {entry.kind} {entry.name} {sign.text}
        </button>
        <div className={styles.track} aria-hidden>
          <div
            className={styles.bar}
            data-tone={sign.tone}
            style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${width * 100}%` }}
          />
        </div>
      </div>
    </>
  );
}

/** Why something was refused, and what would have passed. */
function Refusal({ entry: { refusal, faults } }: { readonly entry: types.WholeEntry }) {
  if (refusal === undefined) return null;
  const { step, error, at, needs } = refusal;
  return (
    <Card title="Why it was refused">
      <dl className={styles.said}>
        <dt>step</dt>
        <dd>{step}</dd>
        <dt>error</dt>
        <dd>
          {error.name} ({error.code})
        </dd>
        <dt>source</dt>
        <dd>{error.source}</dd>
        {at === undefined ? null : (
          <>
            <dt>place</dt>
            <dd>
              <code>{at}</code>
            </dd>
          </>
        )}
        {needs === undefined ? null : (
          <>
            <dt>would pass</dt>
            <dd>{needsText(needs)}</dd>
          </>
        )}
      </dl>
      {faults === undefined ? null : (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.at} ${fault.code}`}>
              <code>{fault.at}</code>: {fault.message} ({fault.code})
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Message({
  title,
  message,
}: {
  readonly title: string;
  readonly message: types.WholeEntry["request"] | types.WholeEntry["response"];
}) {
  if (message === undefined) return null;
  return (
    <Card title={title}>
      {message.body === undefined ? null : <Json value={message.body} />}
      <details>
        <summary>headers</summary>
        <dl className={styles.said}>
          {Object.entries(message.headers).map(([name, value]) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}

/** What a trace is copied as. */
type Copied = "curl" | "vitest";

function CopyAs({ trace, as }: { readonly trace: string; readonly as: Copied }) {
  const world = useWorld();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<unknown>(undefined);
  if (text !== "") return <Copy text={text}>Copy as {as}</Copy>;
  // A trace in which no user acts is no test.
  if (fault !== undefined) return <Fault error={fault} />;
  const load = async () => {
    try {
      const reply: unknown = await call(world, "control.journal.export", {
        query: { trace, as },
      });
      // A script or a test comes as text.
      setText(typeof reply === "string" ? reply : JSON.stringify(reply));
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <button type="button" onClick={() => void load()}>
      As {as}
    </button>
  );
}

function Entry({ id }: { readonly id: string }) {
  const { data, error } = useAnswer("control.journal.get", { path: { entry_id: id } });
  const replay = useAct("control.journal.replay");
  const href = useHref();
  if (error !== null) return <Fault error={error} />;
  if (data === undefined) return null;
  return (
    <div className={parts.page} style={{ padding: 0 }}>
      <Card title={`${data.kind} ${data.name}`}>
        <p>{data.summary}</p>
        <dl className={styles.said}>
          <dt>at</dt>
          <dd>
            <Time at={data.at} real={data.real_at} /> {briefMs(data.ms)}
          </dd>
          <dt>who</dt>
          <dd>
            {data.actor === null ? "nobody" : <Id id={data.actor} />}
            {data.application === null ? null : (
              <>
                {" "}
                for application <Id id={data.application} />
              </>
            )}
          </dd>
        </dl>
        {data.kind === "request" ? (
          <p className={parts.row}>
            <button
              type="button"
              onClick={() => replay.mutate({ path: { entry_id: id }, body: {} })}
              disabled={replay.isPending}
            >
              Send it again
            </button>
            {replay.data === undefined ? null : (
              <a href={`/console${href("/timeline")}`}>it answered {replay.data.status}</a>
            )}
          </p>
        ) : null}
        <Fault error={replay.error} />
      </Card>
      <Refusal entry={data} />
      {data.decision === undefined ? null : (
        <Card title="Decision">
          <Json value={data.decision} />
        </Card>
      )}
      <Message title="Request" message={data.request} />
      <Message title="Answer" message={data.response} />
      {data.payload === undefined ? null : (
        <Card title="Payload">
          <Json value={data.payload} />
        </Card>
      )}
    </div>
  );
}

export function TracePage() {
  const { id } = useParams<{ readonly id: string }>();
  const [asked, choose] = useParameter("entry");
  const { data, error } = useAnswer(
    "control.traces.get",
    { path: { trace_id: id } },
    { every: 2000 },
  );
  const items = data?.items ?? [];
  const [root] = items;
  const refused = items.find((entry) => entry.refusal !== undefined);
  const chosen = asked === "" ? (refused ?? root)?.id : asked;
  return (
    <Page
      title={`Trace ${id}`}
      actions={[
        <CopyAs key="curl" trace={id} as="curl" />,
        <CopyAs key="vitest" trace={id} as="vitest" />,
      ]}
    >
      <Fault error={error} />
      {data !== undefined && items.length === 0 ? (
        <Empty>The journal has nothing of this trace: it was forgotten to make room.</Empty>
      ) : null}
      <div className={styles.split}>
        <Card title={root?.summary ?? "What happened"}>
          <Bars entries={items} chosen={chosen ?? ""} choose={choose} />
        </Card>
        {chosen === undefined ? null : <Entry key={chosen} id={chosen} />}
      </div>
    </Page>
  );
}
