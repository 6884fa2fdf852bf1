// The line in which a user writes, with suggestions: commands, users, roles, channels, emojis.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useActor } from "./acting.ts";
import { useCommandIndex, type CommandIndex, type Typed } from "./app-commands.ts";
import { entitiesOf, matching } from "./entity-picker.tsx";
import { HiddenCommands } from "./hidden-commands.tsx";
import { sendsByEnter } from "./sends-by-enter.ts";
import type { Seen } from "./session/seen.ts";
import type { Message } from "./session/seen-messages.ts";
import { placeOf, useSeen, useSession, type Place } from "./session/use-session.ts";
import styles from "./stage.module.css";
import { Suggestions, useMarked, type Suggestion } from "../parts/suggestions.tsx";

/** The most suggestions that are shown at once. */
const SHOWN_MAX = 50;
/** The interval of typing notifications, in milliseconds. */
const TYPING_MS = 8000;

/** A suggestion for the text before the cursor. */
interface Offer {
  readonly label: string;
  readonly items: readonly (Suggestion & { readonly choose: () => void })[];
  readonly empty: string;
}

interface WritingLineProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly answered: Message | undefined;
  readonly chooseCommand: (typed: Typed) => void;
  readonly hasFiles: boolean;
  /** True to focus the field when it appears. */
  readonly isFocused: boolean;
  readonly send: () => void;
  /** Content beside the field. */
  readonly children: ReactNode;
}

function commandOffer(
  { typed, applications }: CommandIndex,
  text: string,
  choose: (typed: Typed) => void,
): Offer {
  const query = text.slice(1).toLowerCase();
  const found = typed.filter(({ path, shownPath }) =>
    [path, shownPath].some((each) => each.startsWith(query)),
  );
  return {
    label: "Commands",
    items: found.slice(0, SHOWN_MAX).map((each) => ({
      key: `${each.command.id} ${each.path}`,
      text: `/${each.shownPath}`,
      hint: `${each.description} · ${applications.get(each.command.application_id) ?? "app"}`,
      choose: () => choose(each),
    })),
    empty: "No matching command that this user can use here.",
  };
}

/** Matches a mention or an emoji that is being typed at the end of the text. */
const WORD = /(?:^|\s)(?<word>[@#:][^\s@#:]*)$/;

function wordOffer(
  seen: Seen,
  place: Place,
  { text, setText }: Pick<WritingLineProps, "text" | "setText">,
): Offer | undefined {
  const { word = "" } = WORD.exec(text)?.groups ?? {};
  const begun = text.slice(0, text.length - word.length);
  const item = (key: string, shown: string, written: string) => ({
    key,
    text: shown,
    choose: () => setText(`${begun}${written} `),
  });
  if (word.startsWith(":")) {
    const emojis = (place.guild?.emojis ?? []).filter(({ name }) => name.startsWith(word.slice(1)));
    const items = emojis.map(({ id, name }) => item(id, `:${name}:`, `<:${name}:${id}>`));
    return items.length === 0 ? undefined : { label: "Emojis", items, empty: "" };
  }
  if (word === "") return undefined;
  const mentions = [
    ["user", "@", "<@"],
    ["role", "@", "<@&"],
    ["channel", "#", "<#"],
  ] as const;
  const items = mentions.flatMap(([kind, sign, mark]) => {
    if (!word.startsWith(sign)) return [];
    const found = matching(entitiesOf(seen, place, { kinds: [kind] }), word);
    return found.map(({ id, text: shown }) => item(id, shown, `${mark}${id}>`));
  });
  const shown = items.slice(0, SHOWN_MAX);
  return shown.length === 0 ? undefined : { label: "Mentions", items: shown, empty: "" };
}

/** Sends typing notifications, as clients do. */
function useTyping(text: string): void {
  const { channel } = useActor();
  const session = useSession();
  const sentAt = useRef(-Infinity);
  useEffect(() => {
    const isWriting = text !== "" && !text.startsWith("/");
    if (!isWriting || performance.now() - sentAt.current < TYPING_MS) return;
    sentAt.current = performance.now();
    session.call("channels.type", { path: { channel_id: channel } }).catch(() => undefined);
  }, [session, channel, text]);
}

export function WritingLine(props: WritingLineProps) {
  const { text, setText, answered, chooseCommand, hasFiles, isFocused, send, children } = props;
  const { user, channel } = useActor();
  const seen = useSeen();
  const index = useCommandIndex();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [last, setLast] = useState("");
  const [left, setLeft] = useState("");
  useTyping(text);
  useEffect(() => {
    if (answered !== undefined) field.current?.focus();
  }, [answered]);
  const place = placeOf(seen, channel);
  const offer = text.startsWith("/")
    ? commandOffer(index, text, chooseCommand)
    : wordOffer(seen, place, { text, setText });
  const items = offer?.items ?? [];
  // A dismissed list stays hidden until the text changes.
  const isPicking = offer !== undefined && left !== text;
  const choose = (at: number): void => items[at]?.choose();
  const leave = (): void => (text.startsWith("/") ? setText("") : setLeft(text));
  const { marked, mark, takes } = useMarked({ count: items.length, choose, leave });
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isPicking) takes(event);
    else if (sendsByEnter(event)) return;
    else if (event.key === "ArrowUp" && text === "") setText(last);
  };
  return (
    <>
      {isPicking ? <Suggestions {...offer} id={id} marked={marked} choose={choose} /> : null}
      {isPicking && text.startsWith("/") ? <HiddenCommands text={text} /> : null}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (isPicking) return choose(marked);
          if (text === "" && !hasFiles) return undefined;
          setLast(text);
          return send();
        }}
      >
        <textarea
          ref={field}
          rows={1}
          data-write
          autoFocus={isFocused}
          aria-label={`Write as ${user}`}
          aria-controls={isPicking ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isPicking && items.length > 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          placeholder="Message, or / for commands"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            mark(0);
          }}
          onKeyDown={pressed}
        />
        {children}
        <button type="submit">{isPicking ? "Choose" : "Send"}</button>
      </form>
    </>
  );
}
