// What a user wrote and could not send: it stays, and is sent again, changed, or thrown away.
import { useMemo, useRef, useState } from "react";
import { Fault } from "../parts/parts.tsx";
import { fieldOfPane, focusPast } from "../parts/removable.ts";
import { randomHex } from "./random.ts";
import styles from "./stage.module.css";

/** Something that was not sent, under the nonce by which the service knows it again. */
export interface Unsent<T> {
  readonly nonce: string;
  readonly draft: T;
  readonly error: unknown;
  /** It is on its way once more. */
  readonly isSending: boolean;
}

export interface Outbox<T> {
  readonly unsent: readonly Unsent<T>[];
  readonly send: (draft: T) => void;
  readonly sendAgain: (each: Unsent<T>) => void;
  readonly drop: (each: Unsent<T>) => void;
}

/** A pane keeps so many; the oldest leave. */
const UNSENT_MAX = 50;
/** The service takes nonces of up to 25 characters. */
const NONCE_LENGTH = 24;

/** Sends drafts, and keeps those that are refused or do not arrive. */
export function useOutbox<T>(post: (draft: T, nonce: string) => Promise<unknown>): Outbox<T> {
  const [unsent, setUnsent] = useState<readonly Unsent<T>[]>([]);
  const latest = useRef(post);
  latest.current = post;
  const acts = useMemo(() => {
    const drop = ({ nonce }: Pick<Unsent<T>, "nonce">): void =>
      setUnsent((before) => before.filter((each) => each.nonce !== nonce));
    const keep = (kept: Unsent<T>): void =>
      setUnsent((before) => {
        const isKnown = before.some(({ nonce }) => nonce === kept.nonce);
        if (!isKnown) return [...before, kept].slice(-UNSENT_MAX);
        return before.map((each) => (each.nonce === kept.nonce ? kept : each));
      });
    const attempt = (draft: T, nonce: string): void => {
      latest.current(draft, nonce).then(
        () => drop({ nonce }),
        (error: unknown) => keep({ nonce, draft, error, isSending: false }),
      );
    };
    return {
      drop,
      send: (draft: T): void => attempt(draft, randomHex().slice(0, NONCE_LENGTH)),
      sendAgain(each: Unsent<T>): void {
        keep({ ...each, isSending: true });
        attempt(each.draft, each.nonce);
      },
    };
  }, []);
  return { ...acts, unsent };
}

interface NotSentProps<T> {
  readonly outbox: Outbox<T>;
  readonly textOf: (draft: T) => string;
  /** Puts one back to where it was written; undefined where that cannot be. */
  readonly edit: (draft: T) => (() => void) | undefined;
  readonly isShown?: (draft: T) => boolean;
}

export function NotSent<T>({ outbox, textOf, edit, isShown }: NotSentProps<T>) {
  const shown = outbox.unsent.filter(({ draft }) => isShown?.(draft) ?? true);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.unsent} aria-label="Not sent">
      {shown.map((each) => (
        <UnsentItem
          key={each.nonce}
          each={each}
          outbox={outbox}
          text={textOf(each.draft)}
          edit={edit(each.draft)}
        />
      ))}
    </ul>
  );
}

interface ItemProps<T> {
  readonly each: Unsent<T>;
  readonly outbox: Outbox<T>;
  readonly text: string;
  readonly edit: (() => void) | undefined;
}

function UnsentItem<T>({ each, outbox: { sendAgain, drop }, text, edit }: ItemProps<T>) {
  const { isSending, error } = each;
  return (
    <li>
      <p className={styles.draft}>{text}</p>
      {isSending ? <p className={styles.note}>Sending…</p> : <Fault error={error} />}
      <div className={styles.row}>
        <button type="button" disabled={isSending} onClick={() => sendAgain(each)}>
          Send again
        </button>
        {edit === undefined ? null : (
          <button
            type="button"
            disabled={isSending}
            onClick={({ currentTarget }) => {
              fieldOfPane(currentTarget)?.focus();
              drop(each);
              edit();
            }}
          >
            Edit
          </button>
        )}
        <button
          type="button"
          disabled={isSending}
          onClick={({ currentTarget }) => {
            focusPast(currentTarget, fieldOfPane(currentTarget));
            drop(each);
          }}
        >
          Discard
        </button>
      </div>
    </li>
  );
}
