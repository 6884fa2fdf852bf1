// The context menus of messages and users.
import { CommandType } from "@antechamber/contract/command-types";
import { useState } from "react";
import { useGo, useWorld } from "../api/address.ts";
import { useActor } from "./acting.ts";
import { useCommandIndex, type Command, type CommandIndex } from "./app-commands.ts";
import { copyText } from "../parts/clipboard.ts";
import type { MenuItem } from "../parts/menu.tsx";
import { rightsOn } from "./message-facts.ts";
import { isEphemeral, type Message } from "./session/seen-messages.ts";
import { placeOf, useSession } from "./session/use-session.ts";
import { messageLine, runOnLine, seesLine } from "./test-lines.ts";
import { copyTrace, traceOf } from "./trace-of.ts";

/** What a menu item opened at the message. */
export type Opened = "reaction" | "thread" | "edit" | "json" | undefined;

/** Performs an action as the user, and shows errors in the pane. */
export function useTry(): (work: () => Promise<unknown>) => void {
  const { fail } = useActor();
  return (work) => {
    fail(undefined);
    work().catch(fail);
  };
}

/** The items for context menu commands of one type, in the picker's order. */
function useCommandItems(type: number): (index: CommandIndex, target: string) => MenuItem[] {
  const { act, user, channel } = useActor();
  const session = useSession();
  const run = ({ application_id: application, id, name }: Command, target: string): void => {
    const line = runOnLine(user, placeOf(session.seen(), channel), target, name);
    void act("control.invoke", { application, channel, command: id, target }, line);
  };
  return ({ others, applications }, target) =>
    others
      .filter((command) => command.type === type)
      .map((command, i) => ({
        label: `${command.name_localized} · ${applications.get(command.application_id) ?? "app"}`,
        isFirstOfGroup: i === 0,
        run: () => run(command, target),
      }));
}

/** The items of a message's menu, and what one of them opened. */
export function useMessageMenu(message: Message) {
  const index = useCommandIndex();
  const commandItems = useCommandItems(CommandType.MESSAGE);
  const [opened, open] = useState<Opened>();
  const own = useOwnItems(message, open);
  const tellingItems = useTellingItems(message, open);
  const items = (): readonly MenuItem[] => [
    ...own(),
    ...commandItems(index, message.id),
    ...tellingItems(),
  ];
  return { items, opened, open };
}

/** The items for what a client itself does with messages. */
function useOwnItems(message: Message, open: (opened: Opened) => void): () => MenuItem[] {
  const { channel, reply } = useActor();
  const session = useSession();
  const attempt = useTry();
  const path = { channel_id: channel, message_id: message.id };
  return () => {
    const seen = session.seen();
    const rights = rightsOn(message, placeOf(seen, channel), seen.me?.id);
    const isPinned = message.pinned === true;
    const item = (isThere: boolean, label: string, run: () => void): MenuItem[] =>
      isThere ? [{ label, run }] : [];
    return [
      ...item(rights.mayWrite, "Reply", () => reply(message)),
      ...item(!isEphemeral(message), "Add reaction", () => open("reaction")),
      ...item(rights.mayBeginThread, "Create thread", () => open("thread")),
      ...item(rights.isOwn, "Edit", () => open("edit")),
      ...item(rights.mayPin, isPinned ? "Unpin" : "Pin", () =>
        attempt(() => session.call(isPinned ? "channels.unpin" : "channels.pin", { path })),
      ),
      ...item(rights.mayDelete, "Delete", () =>
        attempt(() => session.call("channels.deleteMessage", { path })),
      ),
      ...item(isEphemeral(message), "Dismiss", () => session.dismiss(message)),
    ];
  };
}

/** The items that inspect the message or copy it elsewhere. */
function useTellingItems(message: Message, open: (opened: Opened) => void): () => MenuItem[] {
  const { user, channel } = useActor();
  const world = useWorld();
  const session = useSession();
  const attempt = useTry();
  const go = useGo();
  return () => {
    const place = placeOf(session.seen(), channel);
    const isOwn = message.author.id === session.seen().me?.id;
    const line = isOwn
      ? messageLine(user, place, message.content)
      : seesLine(user, place, message.content);
    return [
      {
        label: "Copy as test line",
        isFirstOfGroup: true,
        run: () => attempt(() => copyText(line)),
      },
      {
        label: "Copy as curl",
        run: () => attempt(async () => copyTrace(world, await traceOf(world, message), "curl")),
      },
      {
        label: "Copy as SDK calls",
        run: () => attempt(async () => copyTrace(world, await traceOf(world, message), "sdk")),
      },
      { label: "Copy ID", run: () => attempt(() => copyText(message.id)) },
      { label: "Show JSON", run: () => open("json") },
      {
        label: "Trace",
        run: () => attempt(async () => go(`/trace/${await traceOf(world, message)}`)),
      },
    ];
  };
}

/** The items of a user's menu. */
export function useUserMenu(user: { readonly id: string; readonly username: string }) {
  const { go } = useActor();
  const session = useSession();
  const index = useCommandIndex();
  const commandItems = useCommandItems(CommandType.USER);
  const attempt = useTry();
  const openDirect = async (): Promise<void> => {
    const { id } = await session.call("users.openChannel", { body: { recipient_id: user.id } });
    go(id);
  };
  return (): readonly MenuItem[] => [
    ...(user.id === session.seen().me?.id
      ? []
      : [{ label: "Send direct message", run: () => attempt(openDirect) }]),
    { label: "Copy ID", run: () => attempt(() => copyText(user.id)) },
    ...commandItems(index, user.id),
  ];
}
