// A message as its reader sees it, with its actions.
import { memo, useEffect, useRef, useState, type ChangeEvent, type ReactNode } from "react";
import { Link } from "wouter";
import { useHref } from "../api/address.ts";
import { MessageText } from "../markdown/text.tsx";
import { Json } from "../parts/parts.tsx";
import { Time } from "../parts/time.tsx";
import { useActor } from "./acting.ts";
import { Avatar } from "./avatar.tsx";
import type { ComponentData } from "./component-kinds.ts";
import { Components } from "./components.tsx";
import { Embed, type EmbedData } from "./embed.tsx";
import { FileView } from "./media.tsx";
import { MenuButton, useMenu } from "../parts/menu.tsx";
import { commandOf, isLoading, metadataOf, showsEmbeds, systemText } from "./message-facts.ts";
import { useMessageMenu, useTry, useUserMenu, type Opened } from "./message-menu.ts";
import { AddReaction, PollView, Reactions } from "./reactions.tsx";
import { sendsByEnter } from "./sends-by-enter.ts";
import { isEphemeral, type Message } from "./session/seen-messages.ts";
import { nameOfUser, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";
import { Stickers } from "./stickers.tsx";
import { Thinking } from "./thinking.tsx";

export const MessageView = memo(function MessageView({ message }: { readonly message: Message }) {
  const { items, opened, open } = useMessageMenu(message);
  const label = `Message of ${nameOfUser(message.author)}`;
  const { handlers, menu } = useMenu({ label, items });
  const row = useRef<HTMLLIElement>(null);
  const wasOpened = useRef(opened);
  useEffect(() => {
    // When something that was opened at the message closes, the message takes the focus.
    const isClosed = wasOpened.current !== undefined && opened === undefined;
    if (isClosed && document.activeElement === document.body) row.current?.focus();
    wasOpened.current = opened;
  }, [opened]);
  return (
    <li
      ref={row}
      className={`${styles.message} ${isEphemeral(message) ? styles.ephemeral : ""}`}
      tabIndex={-1}
      data-message={message.id}
      {...handlers}
    >
      <Origin message={message} />
      <div className={styles.author}>
        <Author message={message} />
        <Time at={message.timestamp} />
        {message.edited_timestamp === null ? null : <span className={styles.note}>edited</span>}
        {message.pinned === true ? <span className={styles.note}>pinned</span> : null}
        <TraceLink message={message} />
        <MenuButton
          label={`Actions for the message of ${nameOfUser(message.author)}`}
          items={items}
        >
          ⋯
        </MenuButton>
      </div>
      <System message={message} />
      {isLoading(message) ? <Thinking message={message} /> : null}
      {isLoading(message) ? null : opened === "edit" ? (
        <EditForm message={message} close={() => open(undefined)} />
      ) : (
        <Content message={message} />
      )}
      <OpenedForm message={message} opened={opened} close={() => open(undefined)} />
      {isEphemeral(message) ? <span className={styles.note}>Only you can see this.</span> : null}
      {menu}
    </li>
  );
});

/** The text of a system message. */
function System({ message }: { readonly message: Message }) {
  const text = systemText(message);
  return text === undefined ? null : <span className={styles.note}>{text}</span>;
}

function Author({ message: { author } }: { readonly message: Message }) {
  const items = useUserMenu(author);
  const { handlers, menu } = useMenu({ label: author.username, items });
  return (
    <span {...handlers}>
      <Avatar user={author} />
      <MenuButton label={`Actions for ${nameOfUser(author)}`} items={items}>
        <strong>{nameOfUser(author)}</strong>
      </MenuButton>
      {author.bot === true ? <span className={styles.app}>APP</span> : null}
      {menu}
    </span>
  );
}

/** What a message responds to: a command, or another message. */
function Origin({ message }: { readonly message: Message }) {
  const metadata = metadataOf(message);
  const replied = message.referenced_message as Message | null | undefined;
  if (metadata !== undefined) {
    const name = commandOf(message);
    return (
      <span className={styles.note}>
        {metadata.user?.username ?? "someone"} used{" "}
        {name === undefined ? "an interaction" : `/${name}`}
      </span>
    );
  }
  if (replied === undefined || replied === null) return null;
  return (
    <span className={styles.note}>
      in reply to {nameOfUser(replied.author)}: {replied.content.slice(0, 80)}
    </span>
  );
}

function TraceLink({ message }: { readonly message: Message }) {
  const href = useHref();
  const id = metadataOf(message)?.id;
  if (id === undefined) return null;
  return (
    <Link className={styles.note} href={href(`/trace/${id}`)}>
      trace
    </Link>
  );
}

function Content({ message }: { readonly message: Message }) {
  const { poll, message_snapshots: snapshots = [] } = message;
  return (
    <>
      {snapshots.map(({ message: forwarded }, i) => (
        <blockquote key={i} className={styles.embed}>
          <span className={styles.note}>forwarded</span>
          {/* Components of a forwarded message can be viewed but not used. */}
          <fieldset disabled className={styles.forwarded}>
            <Body of={forwarded} message={message.id} />
          </fieldset>
        </blockquote>
      ))}
      <Body of={message} message={message.id} />
      {poll === undefined ? null : <PollView message={message} poll={poll} />}
      <Reactions message={message} />
      <ThreadLink message={message} />
    </>
  );
}

interface BodyProps {
  readonly of: Pick<
    Message,
    "flags" | "content" | "attachments" | "embeds" | "components" | "sticker_items"
  >;
  /** The id of the message that contains it. */
  readonly message: string;
}

/** The content of a message, with its attachments and components. */
function Body({ of, message }: BodyProps) {
  const { content, attachments = [], components = [], sticker_items: stickers } = of;
  const embeds = showsEmbeds(of) ? (of.embeds ?? []) : [];
  return (
    <>
      {content === "" ? null : <MessageText text={content} />}
      {attachments.map((file) => (
        <FileView key={file.id} file={file} />
      ))}
      {(embeds as readonly EmbedData[]).map((embed, i) => (
        <Embed key={i} data={embed} />
      ))}
      <Components list={components as readonly ComponentData[]} message={message} />
      <Stickers items={stickers} />
    </>
  );
}

function ThreadLink({ message: { thread } }: { readonly message: Message }) {
  const { go } = useActor();
  if (thread === undefined) return null;
  return (
    <div>
      <button type="button" onClick={() => go(thread.id)}>
        Thread: {thread.name}
      </button>
    </div>
  );
}

interface OpenedFormProps {
  readonly message: Message;
  readonly opened: Opened;
  readonly close: () => void;
}

function OpenedForm({ message, opened, close }: OpenedFormProps): ReactNode {
  if (opened === "reaction") return <AddReaction message={message} close={close} />;
  if (opened === "thread") return <ThreadForm message={message} close={close} />;
  if (opened !== "json") return null;
  return (
    <div className={styles.embed}>
      <Json name="message" value={message} />
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}

type FormProps = Pick<OpenedFormProps, "message" | "close">;

function EditForm({ message, close }: FormProps) {
  const session = useSession();
  const [text, setText] = useState(message.content);
  const path = { channel_id: message.channel_id, message_id: message.id };
  return (
    <LineForm
      label="Edit message"
      isLong
      text={text}
      setText={setText}
      close={close}
      send={() => session.call("channels.editMessage", { path, body: { content: text } })}
    />
  );
}

function ThreadForm({ message, close }: FormProps) {
  const { go } = useActor();
  const session = useSession();
  const [name, setName] = useState("");
  const path = { channel_id: message.channel_id, message_id: message.id };
  return (
    <LineForm
      label="Thread name"
      text={name}
      setText={setName}
      close={close}
      send={async () => {
        const { id } = await session.call("channels.createMessageThread", { path, body: { name } });
        go(id);
      }}
    />
  );
}

interface LineFormProps {
  readonly label: string;
  /** True for text of several lines. */
  readonly isLong?: boolean;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => Promise<unknown>;
  readonly close: () => void;
}

/** A form with one text, which stays open with its input until the service has accepted it. */
function LineForm({ label, isLong = false, text, setText, send, close }: LineFormProps) {
  const attempt = useTry();
  const [isSending, setSending] = useState(false);
  const submit = async (): Promise<void> => {
    setSending(true);
    try {
      await send();
      close();
    } finally {
      setSending(false);
    }
  };
  const field = {
    "aria-label": label,
    autoFocus: true,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setText(target.value),
  };
  return (
    <form
      className={styles.line}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === "") close();
        else if (!isSending) attempt(submit);
      }}
    >
      {isLong ? (
        <textarea
          rows={1}
          {...field}
          onFocus={({ currentTarget: { value }, currentTarget }) =>
            currentTarget.setSelectionRange(value.length, value.length)
          }
          onKeyDown={sendsByEnter}
        />
      ) : (
        <input {...field} />
      )}
      <button type="submit">Save</button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}
