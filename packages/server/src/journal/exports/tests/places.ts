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
    const frequent = [...uses.values()].filter(({ count }) => count > 1).map(({ spot }) => spot);
    this.named = frequent.map((spot) => {
      const isOnly = frequent.filter((each) => each.user === spot.user).length === 1;
      const where = spot.channel.startsWith("@") ? `with ${spot.channel}` : `in ${spot.channel}`;
      const title = isOnly ? spot.user : `${spot.user} ${where}`;
      const variable = variables.add(title, "user");
      this.#variables.set(keyOf(spot), variable);
      return { spot, variable };
    });
  }

  variable(spot: UserInChannel): string | undefined {
    return this.#variables.get(keyOf(spot));
  }
}

function spotsOf({ action, expected }: Step): readonly UserInChannel[] {
  const visible = expected.flatMap((each: Expected) => (each.is === "seen" ? [each.spot] : []));
  return [...(action === undefined ? [] : actionPlaces(action)), ...visible];
}

function actionPlaces(action: TestAction): readonly UserInChannel[] {
  if ("spot" in action) return [action.spot];
  const message: ActedMessage | undefined = "on" in action ? action.on : undefined;
  // Counted twice so that it gets a variable, since a call chain ending in a message's description
  // would be long.
  return message !== undefined && "visible" in message ? [message.spot, message.spot] : [];
}

const operatorActions: Readonly<Record<OperatorAction["do"], true>> = {
  deauthorize: true,
  advance: true,
  set: true,
  add: true,
  fault: true,
  clearFaults: true,
  resetLimits: true,
  control: true,
};

export function isOperatorAction(action: TestAction): action is OperatorAction {
  return action.do in operatorActions;
}

export function isMenuAction(action: TestAction): action is MenuAction {
  return action.do === "runOn" || action.do === "runOnMessage";
}

const playerActions: Readonly<Record<PlayerAction["do"], true>> = {
  joinLobby: true,
  sendToLobby: true,
  leaveLobby: true,
  linkLobby: true,
};

export function isPlayerAction(action: TestAction): action is PlayerAction {
  return action.do in playerActions;
}

/** The variable of the lobby that an action creates, where later steps use it. */
export function createdLobby(action: TestAction, used: ReadonlySet<string>): string | undefined {
  const isUsed = action.do === "joinLobby" && action.isFirst && used.has(action.lobby);
  return isUsed ? action.lobby : undefined;
}

/** Whether an expectation is about the reply to an action, not about what others see of it. */
export function isOfReply({ is }: Expected): boolean {
  return is !== "seen" && is !== "lobby" && is !== "roles";
}

/** Lobbies that later steps use. */
export function usedLobbies(steps: readonly Step[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { action, expected } of steps) {
    if (action !== undefined && isPlayerAction(action) && action.do !== "joinLobby")
      used.add(action.lobby);
    for (const each of expected) if (each.is === "lobby" && !each.isFirst) used.add(each.lobby);
  }
  return used;
}

/** Replies that later steps use, or that have more than one expectation. */
export function usedReplies(steps: readonly Step[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { action, reply, expected } of steps) {
    if (action !== undefined && "on" in action && "reply" in action.on) used.add(action.on.reply);
    if (action?.do === "submit") used.add(action.form);
    if (reply !== undefined && expected.some(({ is }) => is === "unfulfilled")) used.add(reply);
  }
  return used;
}
