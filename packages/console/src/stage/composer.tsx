// Where a user writes, and types commands: `/` opens what they may use here.
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { types } from "@antechamber/sdk";
import { Fault } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { nested, useCommandIndex, type Typed } from "./app-commands.ts";
import { Attachments, type DraftFiles } from "./draft-files.tsx";
import { Launcher } from "./launcher.tsx";
import { MenuButton } from "./menu.tsx";
import { OptionFields, valuesWithFiles } from "./option-fields.tsx";
import { PollForm } from "./poll-form.tsx";
import type { Message } from "./session/seen-messages.ts";
import { nameOfUser, placeOf, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";
import { StickerChoice } from "./stickers.tsx";
import { runLine } from "./test-lines.ts";
import { WritingLine } from "./writing-line.tsx";

interface ComposerProps {
  /** The message that the next one answers. */
  readonly answered: Message | undefined;
  readonly answer: (message: Message | undefined) => void;
  readonly files: DraftFiles;
  /** Why the commands cannot be listed. */
  readonly error: unknown;
}

export function Composer({ answered, answer, files, error }: ComposerProps) {
  const [text, setText] = useState("");
  const [chosen, choose] = useState<Typed>();
  const [making, make] = useState<"poll" | "sticker">();
  // Whoever closes a form goes on in the line.
  const hadForm = useRef(false);
  hadForm.current ||= chosen !== undefined || making !== undefined;
  const { send, failure } = useSending({ answered, answer, files });
  const made = (more: MadeContent): void => send({ content: text, ...more }, () => setText(""));
  if (chosen !== undefined) {
    return (
      <CommandForm
        typed={chosen}
        done={() => {
          choose(undefined);
          setText("");
        }}
      />
    );
  }
  if (making === "poll") {
    return <PollForm send={(poll) => made({ poll })} close={() => make(undefined)} />;
  }
  if (making === "sticker") {
    return (
      <StickerChoice send={(id) => made({ sticker_ids: [id] })} close={() => make(undefined)} />
    );
  }
  return (
    <div className={styles.composer}>
      <Fault error={failure ?? error} />
      {answered === undefined ? null : (
        <p className={styles.note}>
          Replying to {nameOfUser(answered.author)}{" "}
          <button type="button" onClick={() => answer(undefined)}>
            Do not reply
          </button>
        </p>
      )}
      <Attachments files={files} />
      <WritingLine
        text={text}
        setText={setText}
        answered={answered}
        chooseCommand={choose}
        hasFiles={files.files.length > 0}
        isFocused={hadForm.current}
        send={() => made({})}
      >
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
          label="What else to send"
          items={() => [
            { label: "Make a poll", run: () => make("poll") },
            { label: "Send a sticker", run: () => make("sticker") },
          ]}
        >
          <Plus aria-hidden size={16} />
        </MenuButton>
        <Launcher chooseCommand={choose} />
      </WritingLine>
    </div>
  );
}

type Draft = Pick<types.ChannelMessageDraft, "content" | "poll" | "sticker_ids">;
/** What a message may have beside its text. */
type MadeContent = Omit<Draft, "content">;

/** Sends a message with its files as the user's client does. */
function useSending({
  answered,
  answer,
  files,
}: Pick<ComposerProps, "answered" | "answer" | "files">) {
  const { channel } = useActor();
  const session = useSession();
  const [failure, setFailure] = useState<unknown>();
  return {
    failure,
    send: (drafted: Draft, done: () => void): void => {
      const reference = { message_reference: { message_id: answered?.id ?? "" } };
      const body = { ...drafted, ...(answered === undefined ? {} : reference) };
      const parts = files.files.map((file, i) => ({
        field: `files[${i}]`,
        filename: file.name,
        content: file,
      }));
      setFailure(undefined);
      done();
      answer(undefined);
      files.clear();
      const path = { channel_id: channel };
      session.call("channels.createMessage", { path, body, files: parts }).catch(setFailure);
    },
  };
}

function CommandForm({ typed, done }: { readonly typed: Typed; readonly done: () => void }) {
  const { act, user, channel, isBusy, fail } = useActor();
  const session = useSession();
  const { applications } = useCommandIndex();
  const { command, path, shownPath, options, description } = typed;
  const run = async (data: FormData): Promise<void> => {
    const { values, attachments } = await valuesWithFiles(options, data);
    const body = {
      application: command.application_id,
      channel,
      command: command.id,
      options: nested(path, values),
      attachments,
    };
    act("control.invoke", body, runLine(user, placeOf(session.seen(), channel), { path, values }));
  };
  return (
    <form
      onKeyDown={({ key }) => {
        if (key === "Escape") done();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        run(new FormData(event.currentTarget)).catch(fail);
        done();
      }}
    >
      <div className={styles.composer} role="group" aria-label={`/${shownPath}`}>
        <strong>/{shownPath}</strong>
        <span className={styles.note}>
          {description} · {applications.get(command.application_id) ?? "app"}
        </span>
        <OptionFields typed={typed} />
        <div className={styles.row}>
          <button type="submit" data-first disabled={isBusy} autoFocus={options.length === 0}>
            Run /{shownPath}
          </button>
          <button type="button" onClick={done}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  );
}
