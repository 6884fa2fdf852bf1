// The messages of a channel as its reader sees them, navigated by arrow keys.
import { Fragment, type KeyboardEvent } from "react";
import { Empty, Fault, Skeleton } from "../parts/parts.tsx";
import { dayText } from "../parts/time.tsx";
import { useActor } from "./acting.ts";
import { useFollowedEnd } from "./followed-end.ts";
import { useGhosts, withGhosts, type Ghost } from "./ghosts.ts";
import { isLoading } from "./message-facts.ts";
import { useTry } from "./message-menu.ts";
import { MessageView } from "./message-view.tsx";
import type { Message } from "./session/seen-messages.ts";
import { nameKnown, nameOfUser, useMessages, useSeen, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";
import { useSpoken } from "./spoken.ts";

export function Messages() {
  const { user, channel } = useActor();
  const { messages, error } = useMessages(channel);
  const followed = useFollowedEnd(messages, messages?.[0]?.id);
  const count = messages?.length ?? 0;
  const rows = withGhosts(messages ?? [], useGhosts(channel));
  return (
    <>
      <Fault error={error} />
      <ol
        className={styles.messages}
        {...followed}
        tabIndex={0}
        aria-label={`What ${user} sees`}
        onKeyDown={moved}
      >
        <Earlier first={messages?.[0]} />
        {rows.map((row, i) =>
          "text" in row ? (
            <li key={`ghost ${row.id}`} className={styles.ghost}>
              {row.text}
            </li>
          ) : (
            <Fragment key={row.id}>
              <NewDay row={row} before={rows[i - 1]} />
              <MessageView message={row} />
            </Fragment>
          ),
        )}
        {messages === undefined && error === undefined ? (
          <li>
            <Skeleton />
          </li>
        ) : null}
        {messages !== undefined && count === 0 ? (
          <li>
            <Empty>No messages yet. Write one, or type / to run a command as {user}.</Empty>
          </li>
        ) : null}
      </ol>
      <Spoken key={channel} messages={messages} />
      <Typing />
    </>
  );
}

/** A button that loads the messages before the first one that is shown. */
function Earlier({ first }: { readonly first: Message | undefined }) {
  const { channel } = useActor();
  const session = useSession();
  const attempt = useTry();
  if (first === undefined || !session.hasEarlier(channel)) return null;
  return (
    <li className={styles.earlier}>
      <button type="button" onClick={() => attempt(() => session.readEarlier(channel, first))}>
        Earlier messages
      </button>
    </li>
  );
}

/** A separator between two days of the world's clock. */
function NewDay({
  row: { timestamp },
  before,
}: {
  readonly row: Message;
  readonly before: Message | Ghost | undefined;
}) {
  if (before === undefined || "text" in before) return null;
  const day = dayText(timestamp);
  return day === dayText(before.timestamp) ? null : <li className={styles.day}>{day}</li>;
}

/** Arrow keys move between messages; from the list itself, to the newest. */
function moved(event: KeyboardEvent<HTMLOListElement>): void {
  const { target, currentTarget, key } = event;
  const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
  const isMessage = (target as HTMLElement).dataset["message"] !== undefined;
  if (target !== currentTarget && !isMessage) return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>("[data-message]")];
  const at = items.findIndex((item) => item === target);
  const step = steps[key];
  const isToEnd = key === "End" || (step === -1 && at < 0);
  const next = isToEnd ? items.length - 1 : key === "Home" ? 0 : step && at + step;
  if (next === undefined || items[next] === undefined) return;
  event.preventDefault();
  items[next].focus();
}

/** Announces the newest message to screen readers. */
function Spoken({ messages }: { readonly messages: readonly Message[] | undefined }) {
  const spoken = useSpoken(
    messages && { id: messages.at(-1)?.id, text: spokenText(messages.at(-1)) },
  );
  return (
    <p className={styles.spoken} role="log" aria-live="polite" aria-label="New messages">
      {spoken}
    </p>
  );
}

const SPOKEN_MAX = 200;

function spokenText(message: Message | undefined): string {
  if (message === undefined) return "";
  const text = isLoading(message) ? "is thinking…" : message.content;
  return `${nameOfUser(message.author)}: ${text.slice(0, SPOKEN_MAX)}`;
}

function Typing() {
  const { channel } = useActor();
  const seen = useSeen();
  const writing = seen.typing.filter((each) => each.channel === channel);
  const names = writing.map((each) => nameKnown(seen, "user", each.user) ?? "someone");
  return (
    <p className={styles.typing} aria-live="off">
      {names.length === 0 ? "" : `${names.join(", ")} ${names.length === 1 ? "is" : "are"} typing…`}
    </p>
  );
}
