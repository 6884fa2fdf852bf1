// Decides which pairs of user and channel get a variable: those that a test uses more than once.
import type {
  TestAction,
  Expected,
  ActedMessage,
  MenuAction,
  PlayerAction,
  UserInChannel,
  Step,
  OperatorAction,
} from "./model.ts";
import type { Variables } from "./variables.ts";

export interface NamedUserInChannel {
  readonly spot: UserInChannel;
  readonly variable: string;
}

const keyOf = ({ user, channel, guild }: UserInChannel) => JSON.stringify([user, channel, guild]);

export class Places {
  readonly named: readonly NamedUserInChannel[];
  readonly #variables = new Map<string, string>();

  /** @param variables the names already taken; these are added to them */
  constructor(steps: readonly Step[], variables: Variables) {
    const uses = new Map<string, { readonly spot: UserInChannel; count: number }>();
    for (const spot of steps.flatMap(spotsOf)) {
      const use = uses.get(keyOf(spot)) ?? { spot, count: 0 };
      use.count += 1;
      uses.set(keyOf(spot), use);
    }
    const often = [...uses.values()].filter(({ count }) => count > 1).map(({ spot }) => spot);
    this.named = often.map((spot) => {
      const isOnly = often.filter((each) => each.user === spot.user).length === 1;
      const where = spot.channel.startsWith("@") ? `with ${spot.channel}` : `in ${spot.channel}`;
      const title = isOnly ? spot.user : `${spot.user} ${where}`;
      const variable = variables.named(title, "user");
      this.#variables.set(keyOf(spot), variable);
      return { spot, variable };
    });
  }

  variable(spot: UserInChannel): string | undefined {
    return this.#variables.get(keyOf(spot));
  }
}

function spotsOf({ action, expected }: Step): readonly UserInChannel[] {
  const seen = expected.flatMap((each: Expected) => (each.is === "seen" ? [each.spot] : []));
  return [...(action === undefined ? [] : actionPlaces(action)), ...seen];
}

function actionPlaces(action: TestAction): readonly UserInChannel[] {
  if ("spot" in action) return [action.spot];
  const held: ActedMessage | undefined = "on" in action ? action.on : undefined;
  // Counted twice so that it gets a variable, since a call chain ending in a message's description
  // would be long.
  return held !== undefined && "looked" in held ? [held.spot, held.spot] : [];
}

const worldActions = new Set<TestAction["do"]>([
  "deauthorize",
  "advance",
  "set",
  "add",
  "fault",
  "clearFaults",
  "resetLimits",
  "control",
]);

export function isOperatorAction(action: TestAction): action is OperatorAction {
  return worldActions.has(action.do);
}

export function isMenuAction(action: TestAction): action is MenuAction {
  return action.do === "runOn" || action.do === "runOnMessage";
}

const playerActions = new Set<TestAction["do"]>([
  "joinLobby",
  "sendToLobby",
  "leaveLobby",
  "linkLobby",
]);

export function isPlayerAction(action: TestAction): action is PlayerAction {
  return playerActions.has(action.do);
}

/** The variable of the lobby that a action creates, where later steps use it. */
export function madeLobby(action: TestAction, kept: ReadonlySet<string>): string | undefined {
  const isMade = action.do === "joinLobby" && action.isFirst && kept.has(action.lobby);
  return isMade ? action.lobby : undefined;
}

/** Whether an expectation is about the reply to an action, not about what others see of it. */
export function isOfReply({ is }: Expected): boolean {
  return is !== "seen" && is !== "lobby" && is !== "roles";
}

/** Lobbies that later steps use. */
export function usedLobbies(steps: readonly Step[]): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const { action, expected } of steps) {
    if (action !== undefined && isPlayerAction(action) && action.do !== "joinLobby")
      kept.add(action.lobby);
    for (const each of expected) if (each.is === "lobby" && !each.isFirst) kept.add(each.lobby);
  }
  return kept;
}

/** Replies that later steps use, or that have more than one expectation. */
export function usedReplies(steps: readonly Step[]): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const { action, reply, expected } of steps) {
    if (action !== undefined && "on" in action && "reply" in action.on) kept.add(action.on.reply);
    if (action?.do === "submit") kept.add(action.form);
    if (reply !== undefined && expected.some(({ is }) => is === "unfulfilled")) kept.add(reply);
  }
  return kept;
}
