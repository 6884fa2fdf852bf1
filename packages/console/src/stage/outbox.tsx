// Messages that could not be sent: each stays until it is sent again, edited, or discarded.
import { useMemo, useRef, useSyncExternalStore } from "react";
import { useGo, useParameter, useWorld } from "../api/address.ts";
import { Fault } from "../parts/parts.tsx";
import { fieldOfPane, focusPast } from "../parts/removable.ts";
import { useUnsentStore } from "./keeping-unsent.tsx";
import { randomHex } from "../parts/random.ts";
import styles from "./stage.module.css";
import { keyOf, type Unsent, type UnsentAt, type WritingPlace } from "./unsent.ts";

export interface Outbox<T> {
  readonly unsent: readonly Unsent<T>[];
  readonly send: (draft: T) => void;
  readonly sendAgain: (each: Unsent<T>) => void;
  readonly drop: (each: Unsent<T>) => void;
}

/** The length of a nonce; the service accepts up to 25 characters. */
const NONCE_LENGTH = 24;

export interface WritingAs {
  readonly user: string;
  readonly place: WritingPlace;
}

/** Sends drafts from a place, and keeps those that are refused or do not arrive. */
export function useOutbox<T>(
  { user, place }: WritingAs,
  post: (draft: T, nonce: string) => Promise<unknown>,
): Outbox<T> {
  const world = useWorld();
  const store = useUnsentStore();
  const at = { writer: { world, user }, place };
  const latest = useRef({ post, at });
  latest.current = { post, at };
  const places = useSyncExternalStore(store.listen, store.places);
  const acts = useMemo(() => {
    // An answer applies to the place where the draft was written, even if another is shown by now.
    const attempt = (draft: T, nonce: string): void => {
      const { post: posted, at: from } = latest.current;
      const age = store.ageOf(from.writer.world);
      posted(draft, nonce).then(
        () => store.drop(from, nonce),
        (error: unknown) => {
          // The world was reset since the draft was written, so its place is gone.
          if (store.ageOf(from.writer.world) !== age) return;
          store.keep(from, { nonce, draft, error, isSending: false });
        },
      );
    };
    return {
      drop: ({ nonce }: Unsent<T>): void => store.drop(latest.current.at, nonce),
      send: (draft: T): void => attempt(draft, randomHex().slice(0, NONCE_LENGTH)),
      sendAgain(each: Unsent<T>): void {
        store.keep(latest.current.at, { ...each, isSending: true });
        attempt(each.draft, each.nonce);
      },
    };
  }, [store]);
  // Only the outbox of a place adds to it, so its drafts are of this type.
  return { ...acts, unsent: (places.get(keyOf(at))?.unsent ?? []) as readonly Unsent<T>[] };
}

/**
 * Lists the user's unsent messages of other places, with links there and a way to discard them: a
 * closed lobby or deleted channel has no page where that could be done.
 */
export function UnsentElsewhere({ user, place }: WritingAs) {
  const world = useWorld();
  const store = useUnsentStore();
  const places = useSyncExternalStore(store.listen, store.places);
  const isElsewhere = ({ writer, place: { id } }: UnsentAt) =>
    writer.world === world && writer.user === user && id !== place.id;
  return [...places.values()]
    .filter(isElsewhere)
    .map((at) => <UnsentMessage key={at.place.id} at={at} discard={() => store.clear(at)} />);
}

interface UnsentMessageProps {
  readonly at: UnsentAt;
  readonly discard: () => void;
}

function UnsentMessage({ at: { place, unsent }, discard }: UnsentMessageProps) {
  return (
    <p className={styles.failed} role="status">
      {unsent.length === 1 ? "1 message was" : `${unsent.length} messages were`} not sent in{" "}
      <GoTo place={place} />{" "}
      <button
        type="button"
        aria-label={`Discard unsent messages in ${place.title}`}
        disabled={unsent.some(({ isSending }) => isSending)}
        onClick={({ currentTarget }) => {
          fieldOfPane(currentTarget)?.focus();
          discard();
        }}
      >
        Discard
      </button>
    </p>
  );
}

/** A link to a place that keeps the selected users and the view. */
function GoTo({ place: { title, path } }: Pick<WritingAs, "place">) {
  const go = useGo();
  const [as] = useParameter("as");
  const [honest] = useParameter("honest");
  const kept = { ...(as === "" ? {} : { as }), ...(honest === "" ? {} : { honest }) };
  return (
    <button type="button" onClick={() => go(path, kept)}>
      {title}
    </button>
  );
}

interface NotSentProps<T> {
  readonly outbox: Outbox<T>;
  readonly textOf: (draft: T) => string;
  /** Returns a function that moves a draft back to its input; undefined if that is impossible. */
  readonly edit: (draft: T) => (() => void) | undefined;
}

/** The unsent messages of this place. */
export function NotSent<T>({ outbox, textOf, edit }: NotSentProps<T>) {
  const { unsent } = outbox;
  if (unsent.length === 0) return null;
  return (
    <ul className={styles.unsent} aria-label="Not sent">
      {unsent.map((each) => (
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
          Resend{" "}
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
