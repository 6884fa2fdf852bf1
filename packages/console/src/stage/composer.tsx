// The line in which a user writes messages and commands: `/` lists the commands that they may use.
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { types } from "@antechamber/sdk";
import { Fault } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { nested, useCommandIndex, type Typed } from "./app-commands.ts";
import { Attachments, type DraftFiles } from "./draft-files.tsx";
import { Launcher } from "./launcher.tsx";
import { useLine } from "./line.ts";
import { MenuButton } from "../parts/menu.tsx";
import { OptionFields, valuesWithFiles } from "./option-fields.tsx";
import { NotSent, UnsentElsewhere, useOutbox, type WritingAs } from "./outbox.tsx";
import { titleOf } from "./places.tsx";
import { PollForm } from "./poll-form.tsx";
import type { Message } from "./session/seen-messages.ts";
import { nameOfUser, placeOf, useSeen, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";
import { StickerChoice } from "./stickers.tsx";
import { runLine } from "./test-lines.ts";
import { WritingLine } from "./writing-line.tsx";

interface ComposerProps {
  readonly begun: string;
  /** The message that the next one replies to. */
  readonly answered: Message | undefined;
  readonly answer: (message: Message | undefined) => void;
  readonly files: DraftFiles;
  /** Why the commands cannot be listed. */
  readonly error: unknown;
}

/** A command that is being filled in or sent. While it is sent, its form is hidden. */
interface Chosen {
  readonly typed: Typed;
  readonly turn: number;
  readonly isSent: boolean;
  /** True if the user wrote something else in the meantime, which stays in the line beside the form. */
  readonly isBeside: boolean;
}

/** The chosen command of each place. */
type ChosenAt = ReadonlyMap<string, Chosen>;

interface Line {
  readonly channel: string;
  readonly isWriting: () => boolean;
  readonly clear: () => void;
}

/** The command whose options are being filled in, until the service has accepted it. */
function useChosen({ channel, isWriting, clear }: Line) {
  const [all, setAll] = useState<ChosenAt>(new Map());
  const turn = useRef(0);
  const here = useRef(channel);
  here.current = channel;
  const chosen = all.get(channel);
  const set = (now: Chosen): void => setAll((before) => new Map(before).set(channel, now));
  const drop = (mine: Chosen): void =>
    setAll((before) => new Map([...before].filter(([, { turn: each }]) => each !== mine.turn)));
  /** The text of the line is the command, unless it was written while the command was sent. */
  const clearCommand = (): void => {
    if (chosen?.isBeside !== true) clear();
  };
  return {
    all,
    chosen,
    choose: (typed: Typed): void => {
      turn.current += 1;
      set({ typed, turn: turn.current, isSent: false, isBeside: false });
    },
    leave: (left: Chosen): void => {
      drop(left);
      clearCommand();
    },
    /**
     * Hides the form while the command is sent, and shows it with its input again if it was
     * refused.
     */
    follow: async (sent: Chosen, isTaken: Promise<boolean>): Promise<void> => {
      set({ ...sent, isSent: true });
      clearCommand();
      if (await isTaken) return drop(sent);
      // The line of another place may contain text by now.
      const isBeside = here.current !== channel || isWriting();
      return setAll((before) => {
        const isThere = before.get(channel)?.turn === sent.turn;
        const back = { ...sent, isSent: false, isBeside };
        return isThere ? new Map(before).set(channel, back) : before;
      });
    },
  };
}

export function Composer({ begun, answered, answer, files, error }: ComposerProps) {
  const writing = useWriting();
  const [text, setText] = useLine(writing, begun);
  const latest = useRef(text);
  latest.current = text;
  const { channel } = useActor();
  const { all, chosen, choose, leave, follow } = useChosen({
    channel,
    isWriting: () => latest.current !== "",
    clear: () => setText(""),
  });
  const [made, setMade] = useState<{ readonly what: "poll" | "sticker"; readonly at: string }>();
  const making = made?.at === channel ? made.what : undefined;
  const make = (what: "poll" | "sticker" | undefined): void =>
    setMade(what === undefined ? undefined : { what, at: channel });
  // When the form closes, the focus moves to the line.
  const hadForm = useRef(begun !== "");
  hadForm.current ||= chosen !== undefined || making !== undefined;
  const { send, outbox } = useSending(writing, { answered, answer, files });
  const sendWith = (more: MadeContent): void => send({ content: text, ...more }, () => setText(""));
  const edit = (draft: SentDraft): void => {
    setText([draft.content, text].filter((each) => each !== undefined && each !== "").join(" "));
    files.add(draft.files);
    answer(draft.answered ?? answered);
  };
  const isLineFree = chosen === undefined || chosen.isSent || chosen.isBeside;
  const isLine = making === undefined && isLineFree;
  return (
    <>
      <UnsentElsewhere {...writing} />
      <NotSent
        outbox={outbox}
        textOf={draftText}
        // A poll or a sticker cannot be edited as text, only sent again.
        edit={(draft) => (isText(draft) ? () => edit(draft) : undefined)}
      />
      {[...all].map(([at, each]) => (
        <CommandForm
          key={each.turn}
          typed={each.typed}
          isHidden={each.isSent || at !== channel}
          leave={() => leave(each)}
          follow={(isTaken) => void follow(each, isTaken)}
        />
      ))}
      {making === "poll" ? (
        <PollForm send={(poll) => sendWith({ poll })} close={() => make(undefined)} />
      ) : null}
      {making === "sticker" ? (
        <StickerChoice
          send={(id) => sendWith({ sticker_ids: [id] })}
          close={() => make(undefined)}
        />
      ) : null}
      {isLine ? (
        <div className={styles.composer}>
          <Fault error={error} />
          <Answering answered={answered} answer={answer} />
          <Attachments files={files} />
          <WritingLine
            text={text}
            setText={setText}
            answered={answered}
            chooseCommand={choose}
            hasFiles={files.files.length > 0}
            isFocused={hadForm.current}
            send={() => sendWith({})}
          >
            <Extras files={files} make={make} choose={choose} />
          </WritingLine>
        </div>
      ) : null}
    </>
  );
}

function Answering({ answered, answer }: Pick<ComposerProps, "answered" | "answer">) {
  if (answered === undefined) return null;
  return (
    <p className={styles.note}>
      Replying to {nameOfUser(answered.author)}{" "}
      <button type="button" onClick={() => answer(undefined)}>
        Cancel reply
      </button>
    </p>
  );
}

interface ExtrasProps {
  readonly files: DraftFiles;
  readonly make: (what: "poll" | "sticker") => void;
  readonly choose: (typed: Typed) => void;
}

/** The controls beside the line: files, polls, stickers, and the launcher of commands. */
function Extras({ files, make, choose }: ExtrasProps) {
  return (
    <>
      <label className={styles.attach}>
        <span>Attach</span>
        <input
          type="file"
          multiple
          onChange={({ target }) => {
            files.add(target.files);
            target.value = "";
          }}
        />
      </label>
      <MenuButton
        label="More to send"
        items={() => [
          { label: "Create poll", run: () => make("poll") },
          { label: "Send sticker", run: () => make("sticker") },
        ]}
      >
        <Plus aria-hidden size={16} />
      </MenuButton>
      <Launcher chooseCommand={choose} />
    </>
  );
}

type Draft = Pick<types.ChannelMessageDraft, "content" | "poll" | "sticker_ids">;
/** The parts of a message besides its text. */
type MadeContent = Omit<Draft, "content">;

/** A message to send, with its reply reference and files. */
interface SentDraft extends Draft {
  readonly answered: Message | undefined;
  readonly files: readonly File[];
}

/** The user who writes, and the place. */
function useWriting(): WritingAs {
  const { user, channel: id } = useActor();
  const { channel, guild } = placeOf(useSeen(), id);
  const name = channel === undefined ? id : titleOf(channel);
  return {
    user,
    place: {
      id: `channel ${id}`,
      title: guild === undefined ? name : `#${name}`,
      path: `/stage/${guild?.id ?? "@me"}/${id}`,
    },
  };
}

/** Sends a message with its files, as the user's client does. */
function useSending(
  writing: WritingAs,
  { answered, answer, files }: Pick<ComposerProps, "answered" | "answer" | "files">,
) {
  const { channel } = useActor();
  const session = useSession();
  const outbox = useOutbox<SentDraft>(writing, (sent, nonce) => {
    const { answered: to, files: held, ...drafted } = sent;
    const reference = { message_reference: { message_id: to?.id ?? "" } };
    // The nonce makes a retry idempotent, in case the first attempt arrived.
    const known = { nonce, enforce_nonce: true };
    const body = { ...drafted, ...known, ...(to === undefined ? {} : reference) };
    const parts = held.map((file, i) => ({
      field: `files[${i}]`,
      filename: file.name,
      content: file,
    }));
    return session.call("channels.createMessage", {
      path: { channel_id: channel },
      body,
      files: parts,
    });
  });
  return {
    outbox,
    send: (drafted: Draft, done: () => void): void => {
      outbox.send({ ...drafted, answered, files: files.files });
      done();
      answer(undefined);
      files.clear();
    },
  };
}

function isText({ poll, sticker_ids: stickers }: SentDraft): boolean {
  return poll === undefined && stickers === undefined;
}

function draftText({ content = "", poll, sticker_ids: stickers, files }: SentDraft): string {
  const parts = [
    content ?? "",
    poll === undefined || poll === null ? "" : `poll: ${poll.question.text}`,
    stickers === undefined ? "" : "sticker",
    ...files.map(({ name }) => name),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

interface CommandFormProps {
  readonly typed: Typed;
  readonly isHidden: boolean;
  readonly leave: () => void;
  readonly follow: (isTaken: Promise<boolean>) => void;
}

function CommandForm({ typed, isHidden, leave, follow }: CommandFormProps) {
  const { act, user, channel, fail } = useActor();
  const session = useSession();
  const { applications } = useCommandIndex();
  const { command, path, shownPath, options, description } = typed;
  const runner = useRef<HTMLButtonElement>(null);
  const wasHidden = useRef(false);
  useEffect(() => {
    // The message was refused: the focus returns to the line, unless the user has moved it
    // elsewhere.
    const isIdle = document.activeElement === document.body;
    if (wasHidden.current && !isHidden && isIdle) runner.current?.focus();
    wasHidden.current = isHidden;
  }, [isHidden]);
  const run = async (data: FormData): Promise<boolean> => {
    const { values, attachments } = await valuesWithFiles(options, data);
    const body = {
      application: command.application_id,
      channel,
      command: command.id,
      options: nested(path, values),
      attachments,
    };
    const line = runLine(user, placeOf(session.seen(), channel), { path, values });
    return act("control.invoke", body, line);
  };
  return (
    <form
      hidden={isHidden}
      onKeyDown={({ key }) => {
        if (key === "Escape") leave();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const taken = run(new FormData(event.currentTarget)).catch((error: unknown) => {
          fail(error);
          return false;
        });
        follow(taken);
      }}
    >
      <div className={styles.composer} role="group" aria-label={`/${shownPath}`}>
        <strong>/{shownPath}</strong>
        <span className={styles.note}>
          {description} · {applications.get(command.application_id) ?? "app"}
        </span>
        <OptionFields typed={typed} />
        <div className={styles.row}>
          <button ref={runner} type="submit" data-first autoFocus={options.length === 0}>
            Run /{shownPath}
          </button>
          <button type="button" onClick={leave}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  );
}
