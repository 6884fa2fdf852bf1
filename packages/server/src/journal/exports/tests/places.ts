// Decides which pairs of user and channel get a variable: those that a test uses more than once.
import type { Deed, Expected, Held, PlayerDeed, Spot, Step, WorldDeed } from "./model.ts";
import type { Variables } from "./variables.ts";

export interface NamedSpot {
  readonly spot: Spot;
  readonly variable: string;
}

const keyOf = ({ user, channel, guild }: Spot) => JSON.stringify([user, channel, guild]);

export class Places {
  readonly named: readonly NamedSpot[];
  readonly #variables = new Map<string, string>();

  /** @param variables the names already taken; these are added to them */
  constructor(steps: readonly Step[], variables: Variables) {
    const uses = new Map<string, { readonly spot: Spot; count: number }>();
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

  variable(spot: Spot): string | undefined {
    return this.#variables.get(keyOf(spot));
  }
}

function spotsOf({ deed, expected }: Step): readonly Spot[] {
  const seen = expected.flatMap((each: Expected) => (each.is === "seen" ? [each.spot] : []));
  return [...(deed === undefined ? [] : deedSpots(deed)), ...seen];
}

function deedSpots(deed: Deed): readonly Spot[] {
  if ("spot" in deed) return [deed.spot];
  const held: Held | undefined = "on" in deed ? deed.on : undefined;
  // Counted twice so that it gets a variable, since a call chain ending in a message's description
  // would be long.
  return held !== undefined && "looked" in held ? [held.spot, held.spot] : [];
}

const worldDeeds = new Set<Deed["do"]>([
  "deauthorize",
  "advance",
  "set",
  "add",
  "fault",
  "clearFaults",
  "resetLimits",
  "control",
]);

export function isWorldDeed(deed: Deed): deed is WorldDeed {
  return worldDeeds.has(deed.do);
}

const playerDeeds = new Set<Deed["do"]>(["joinLobby", "sendToLobby", "leaveLobby", "linkLobby"]);

export function isPlayerDeed(deed: Deed): deed is PlayerDeed {
  return playerDeeds.has(deed.do);
}

/** The variable of the lobby that a deed creates, where later steps use it. */
export function madeLobby(deed: Deed, kept: ReadonlySet<string>): string | undefined {
  const isMade = deed.do === "joinLobby" && deed.isFirst && kept.has(deed.lobby);
  return isMade ? deed.lobby : undefined;
}

/** Lobbies that later steps use. */
export function keptLobbies(steps: readonly Step[]): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const { deed, expected } of steps) {
    if (deed !== undefined && isPlayerDeed(deed) && deed.do !== "joinLobby") kept.add(deed.lobby);
    for (const each of expected) if (each.is === "lobby" && !each.isFirst) kept.add(each.lobby);
  }
  return kept;
}

/** Replies that later steps use, or that have more than one expectation. */
export function keptReplies(steps: readonly Step[]): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const { deed, reply, expected } of steps) {
    if (deed !== undefined && "on" in deed && "reply" in deed.on) kept.add(deed.on.reply);
    if (deed?.do === "submit") kept.add(deed.form);
    if (reply !== undefined && expected.some(({ is }) => is === "unfulfilled")) kept.add(reply);
  }
  return kept;
}
