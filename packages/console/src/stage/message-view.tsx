import { Link } from "wouter";
import type { types } from "@antechamber/sdk/control";
import { useHref } from "../frame/address.ts";
import { MessageText } from "../markdown/text.tsx";
import { Time } from "../parts/time.tsx";
import { Components, type ComponentData } from "./components.tsx";
import { Embed, type EmbedData } from "./embed.tsx";
import { Media } from "./media.tsx";
import styles from "./stage.module.css";

type Message = types.ViewedMessage;

const EPHEMERAL = 64;
const LOADING = 128;
/** Of messages that people and applications write; all others tell of something. */
const WRITTEN = new Set([0, 19, 20, 23]);

interface Metadata {
  readonly id?: string;
  readonly user?: { readonly username?: string };
  readonly name?: string;
}

export function MessageView({ message }: { readonly message: Message }) {
  const isEphemeral = (message.flags & EPHEMERAL) !== 0;
  return (
    <li className={`${styles.message} ${isEphemeral ? styles.ephemeral : ""}`}>
      <Origin message={message} />
      <div className={styles.author}>
        <strong>{message.author.global_name ?? message.author.username}</strong>
        {message.author.bot === true ? <span className={styles.app}>APP</span> : null}
        <Time at={message.timestamp} />
        {message.edited_timestamp === null ? null : <span className={styles.note}>edited</span>}
        <TraceLink message={message} />
      </div>
      {WRITTEN.has(message.type) ? null : (
        <span className={styles.note}>system message {message.type}</span>
      )}
      {(message.flags & LOADING) === 0 ? <Content message={message} /> : <em>is thinking…</em>}
      {isEphemeral ? <span className={styles.note}>Only you can see this.</span> : null}
    </li>
  );
}

/** What it answers: a command, or another message. */
function Origin({ message }: { readonly message: Message }) {
  const metadata = message.interaction_metadata as Metadata | undefined;
  const named = message.interaction as Metadata | undefined;
  const replied = message.referenced_message as Message | null | undefined;
  if (metadata !== undefined) {
    const name = named?.name;
    return (
      <span className={styles.note}>
        {metadata.user?.username ?? "somebody"} used{" "}
        {name === undefined ? "an interaction" : `/${name}`}
      </span>
    );
  }
  if (replied === undefined || replied === null) return null;
  return (
    <span className={styles.note}>
      in reply to {replied.author.username}: {replied.content.slice(0, 80)}
    </span>
  );
}

function TraceLink({ message }: { readonly message: Message }) {
  const href = useHref();
  const metadata = message.interaction_metadata as Metadata | undefined;
  if (metadata?.id === undefined) return null;
  return (
    <Link className={styles.note} href={href(`/trace/${metadata.id}`)}>
      trace
    </Link>
  );
}

function Content({ message }: { readonly message: Message }) {
  const { content, embeds = [], components = [], attachments = [], poll, reactions = [] } = message;
  return (
    <>
      {content === "" ? null : <MessageText text={content} />}
      {attachments.map(({ id, url, filename }) => (
        <Media key={id} url={url} description={filename} />
      ))}
      {(embeds as readonly EmbedData[]).map((embed, i) => (
        <Embed key={i} data={embed} />
      ))}
      <Components list={components as readonly ComponentData[]} message={message.id} />
      {poll === undefined ? null : <PollView poll={poll} />}
      {reactions.length === 0 ? null : (
        <div className={styles.row}>
          {reactions.map(({ emoji, count }) => (
            <span key={emoji.name} className={styles.note}>
              {emoji.name} {count}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

function PollView({ poll }: { readonly poll: types.Poll }) {
  return (
    <div className={styles.embed}>
      <strong>{poll.question.text}</strong>
      <ul>
        {poll.answers.map(({ answer_id: id, poll_media: media }) => (
          <li key={id}>{media.text}</li>
        ))}
      </ul>
      <span className={styles.note}>
        {poll.results.is_finalized ? "ended" : "open until "}{" "}
        {poll.results.is_finalized ? null : <Time at={poll.expiry} />}
      </span>
    </div>
  );
}
