// Reactions to a message, which a click adds or removes, and votes in a poll.
import { useState } from "react";
import type { types } from "@antechamber/sdk/control";
import { Emoji } from "../markdown/emoji.tsx";
import { WholeTime } from "../parts/time.tsx";
import { useActor } from "./acting.ts";
import { useTry } from "./message-menu.ts";
import type { Message } from "./session/seen-messages.ts";
import { placeOf, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";

type Reaction = NonNullable<Message["reactions"]>[number];
type Reacted = Reaction["emoji"];

/** The emoji in the path of a call: a Unicode emoji itself, a custom one with its id. */
function emojiPath({ id, name }: Reacted): string {
  return id === null ? (name ?? "") : `${name ?? "_"}:${id}`;
}

export function Reactions({ message }: { readonly message: Message }) {
  const { channel } = useActor();
  const session = useSession();
  const attempt = useTry();
  const { reactions = [] } = message;
  if (reactions.length === 0) return null;
  return (
    <div className={styles.row} role="group" aria-label="Reactions">
      {reactions.map(({ emoji, count, me: isOwn }) => (
        <button
          key={emojiPath(emoji)}
          type="button"
          className={styles.reaction}
          aria-pressed={isOwn}
          onClick={() => {
            const path = {
              channel_id: channel,
              message_id: message.id,
              emoji_name: emojiPath(emoji),
            };
            attempt(() => session.call(isOwn ? "channels.unreact" : "channels.react", { path }));
          }}
        >
          <Emoji emoji={emoji} /> {count}
        </button>
      ))}
    </div>
  );
}

const usual = ["👍", "❤️", "😂", "🎉", "👀", "✅"];

interface AddReactionProps {
  readonly message: Message;
  readonly close: () => void;
}

/** Selects an emoji: a common one, one of the guild, or any that is typed. */
export function AddReaction({ message, close }: AddReactionProps) {
  const { channel } = useActor();
  const session = useSession();
  const attempt = useTry();
  const [text, setText] = useState("");
  const own = placeOf(session.seen(), channel).guild?.emojis ?? [];
  const react = (emoji: string): void => {
    close();
    const named = own.find(({ name }) => `:${name}:` === emoji);
    const path = {
      channel_id: channel,
      message_id: message.id,
      emoji_name: named === undefined ? emoji : emojiPath(named),
    };
    attempt(() => session.call("channels.react", { path }));
  };
  return (
    <form
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") react(text.trim());
      }}
    >
      <div className={styles.row} role="group" aria-label="Add reaction">
        {[...usual, ...own.slice(0, 12).map(({ name }) => `:${name}:`)].map((emoji, i) => (
          <button key={emoji} type="button" autoFocus={i === 0} onClick={() => react(emoji)}>
            {emoji}
          </button>
        ))}
        <input
          aria-label="Other emoji"
          size={8}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit">React</button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

export function PollView({
  message,
  poll,
}: {
  readonly message: Message;
  readonly poll: types.Poll;
}) {
  const { channel } = useActor();
  const session = useSession();
  const attempt = useTry();
  const { answer_counts: counts, is_finalized: isOver } = poll.results;
  const own = counts.filter(({ me_voted: isOwn }) => isOwn).map(({ id }) => id);
  const path = { channel_id: channel, message_id: message.id };
  const vote = (answer: number): void => {
    const others = poll.allow_multiselect ? own.filter((id) => id !== answer) : [];
    const answer_ids = own.includes(answer) ? others : [...others, answer];
    attempt(() => session.call("channels.vote", { path, body: { answer_ids } }));
  };
  return (
    <div className={styles.embed} role="group" aria-label={poll.question.text}>
      <strong>{poll.question.text}</strong>
      {poll.answers.map(({ answer_id: id, poll_media: { text = "", emoji } }) => (
        <button
          key={id}
          type="button"
          className={styles.reaction}
          aria-pressed={own.includes(id)}
          disabled={isOver}
          onClick={() => vote(id)}
        >
          {emoji === undefined ? null : <Emoji emoji={emoji} />} {text}:{" "}
          {votesText(counts.find((each) => each.id === id)?.count ?? 0)}
        </button>
      ))}
      <span className={styles.note}>
        {poll.allow_multiselect ? "Multiple answers. " : ""}
        {isOver ? "Ended." : "Ends "} {isOver ? null : <WholeTime at={poll.expiry} />}
      </span>
      {isOver || message.author.id !== session.seen().me?.id ? null : (
        <button
          type="button"
          onClick={() => attempt(() => session.call("channels.expirePoll", { path }))}
        >
          End poll now
        </button>
      )}
    </div>
  );
}

function votesText(count: number): string {
  return count === 1 ? "1 vote" : `${count} votes`;
}
