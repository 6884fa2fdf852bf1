// One entry in full: who, when, the request and response, and why it was refused.
import type { ReactNode } from "react";
import type { types } from "@antechamber/sdk/control";
import { Card, Id, Json, styles as parts } from "../parts/parts.tsx";
import { passingText } from "../parts/needs.ts";
import { rateLimitText } from "./rate-limit-headers.ts";
import { briefMs, Time } from "../parts/time.tsx";
import styles from "./trace.module.css";

/** Why something was refused, and what would have been accepted. */
function Refusal({ entry }: { readonly entry: types.WholeEntry }) {
  const { refusal, faults } = entry;
  if (refusal === undefined) return null;
  const { step, error, at } = refusal;
  const passing = passingText(entry);
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
            <dt>path</dt>
            <dd>
              <code>{at}</code>
            </dd>
          </>
        )}
        {passing === undefined ? null : (
          <>
            <dt>would pass</dt>
            <dd>{passing}</dd>
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

/** Faults of the request, by place: `data.options[2].name`. */
type FaultsByPlace = ReadonlyMap<string, string>;

/** The rate-limit headers of a response in words. */
function RateLimit({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const text = rateLimitText(headers);
  return text === undefined ? null : <p className={parts.soft}>{text}</p>;
}

interface MessageProps {
  readonly title: string;
  readonly message: types.WholeEntry["request"] | types.WholeEntry["response"];
  readonly faults?: FaultsByPlace;
}

function Message({ title, message, faults }: MessageProps) {
  if (message === undefined) return null;
  return (
    <Card title={title}>
      <RateLimit headers={message.headers} />
      {message.body === undefined ? null : (
        <Json value={message.body} {...(faults === undefined ? {} : { faults })} />
      )}
      <details>
        <summary>Headers</summary>
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

type NameOf = (id: string) => string | undefined;

/** A name if one is known, with a button that copies the id. */
function Who({ id, nameOf }: { readonly id: string; readonly nameOf: NameOf }) {
  const name = nameOf(id);
  return (
    <>
      {name === undefined ? null : `${name} `}
      <Id id={id} />
    </>
  );
}

interface EntryViewProps {
  readonly entry: types.WholeEntry;
  /** Returns the names of users and applications. */
  readonly nameOf: NameOf;
  /** Buttons for what can be done with the entry. */
  readonly actions?: ReactNode;
}

export function EntryView({ entry, nameOf, actions }: EntryViewProps) {
  const { kind, name, summary, at, real_at: real, ms, actor, application } = entry;
  const faults = new Map((entry.faults ?? []).map((each) => [each.at, each.message]));
  return (
    <div className={parts.page} style={{ padding: 0 }}>
      <Card title={`${kind} ${name}`}>
        <p className={parts.breaks}>{summary}</p>
        <dl className={styles.said}>
          <dt>at</dt>
          <dd>
            <Time at={at} real={real} /> {briefMs(ms)}
          </dd>
          <dt>caller</dt>
          <dd>
            {actor === null ? "nobody" : <Who id={actor} nameOf={nameOf} />}
            {application === null ? null : (
              <>
                {" "}
                for application <Who id={application} nameOf={nameOf} />
              </>
            )}
          </dd>
        </dl>
        {actions}
      </Card>
      <Refusal entry={entry} />
      {entry.decision === undefined ? null : (
        <Card title="Decision">
          <Json value={entry.decision} />
        </Card>
      )}
      <Message title="Request" message={entry.request} faults={faults} />
      <Message title="Response" message={entry.response} />
      {entry.payload === undefined ? null : (
        <Card title="Payload">
          <Json value={entry.payload} />
        </Card>
      )}
    </div>
  );
}
