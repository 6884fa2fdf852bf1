// The lobbies of a world, created by players or by applications.
import type { ControlClient } from "./client/control-client.ts";
import { pause, realNow } from "./client/environment.ts";
import { CannotDo } from "./client/errors.ts";
import { wholeList } from "./client/whole-list.ts";
import { contains, shown } from "./actors/patterns.ts";

/** The state of a lobby. */
export interface LobbyState {
  readonly id: string;
  /** The lobby; undefined if there is none with this id. */
  readonly lobby: Readonly<Record<string, unknown>> | undefined;
}

/** A lobby in the control plane's list. */
export interface ListedLobby {
  readonly id: string;
  /** The application's id. */
  readonly application: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** How many members it has. */
  readonly members: number;
  readonly linked_channel: string | null;
  readonly [field: string]: unknown;
}

/** How long to look for a lobby, and the time between two polls, in real milliseconds. */
const LOOK_MAX_MS = 2000;
const LOOK_MS = 5;

/** The current state of a lobby. */
export async function lobbyState(control: ControlClient, id: string): Promise<LobbyState> {
  const items = await wholeList<ListedLobby>(control, "GET /lobbies", { q: id });
  return { id, lobby: items.find((each) => each.id === id) };
}

/** The newest lobby that matches, now or within two seconds. @throws CannotDo */
export async function newestLobby(
  control: ControlClient,
  expected: Readonly<Record<string, unknown>>,
): Promise<ListedLobby> {
  const end = realNow() + LOOK_MAX_MS;
  for (;;) {
    const items = await wholeList<ListedLobby>(control, "GET /lobbies");
    const found = items.findLast((each) => contains(each, expected));
    if (found !== undefined) return found;
    if (realNow() >= end) {
      const there = items.length === 0 ? "there is none" : `there is ${shown(items.slice(-5))}`;
      throw new CannotDo(`no lobby matches ${shown(expected)}; ${there}`);
    }
    await pause(LOOK_MS);
  }
}
