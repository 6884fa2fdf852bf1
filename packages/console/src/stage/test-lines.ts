// Actions on the Stage as lines of a test with the test kit.
import type { Channel } from "./session/seen-guilds.ts";
import type { Place } from "./session/use-session.ts";

const DM = 1;

function quoted(text: string): string {
  return JSON.stringify(text);
}

function spotOf({ channel }: Place): string {
  if (channel?.type === DM) return `dm(${quoted(channel.recipients?.[0]?.username ?? "")})`;
  return `in(${quoted(nameOrId(channel))})`;
}

function nameOrId(channel: Channel | undefined): string {
  return channel?.name ?? channel?.id ?? "";
}

/** `await world.user("alice").in("general").message("hello");` */
export function messageLine(user: string, place: Place, content: string): string {
  return `await world.user(${quoted(user)}).${spotOf(place)}.message(${quoted(content)});`;
}

/** `const reply = await world.user("alice").in("general").run("/ban user:bob");` */
export function runLine(
  user: string,
  place: Place,
  { path, values }: { readonly path: string; readonly values: Readonly<Record<string, unknown>> },
): string {
  const options = JSON.stringify({ options: values });
  const more = Object.keys(values).length === 0 ? "" : `, ${options}`;
  return `const reply = await world.user(${quoted(user)}).${spotOf(place)}.run(${quoted(`/${path}`)}${more});`;
}

/** The line for a command of a context menu, on a user or a message. */
export function runOnLine(user: string, place: Place, target: string, command: string): string {
  const where = `world.user(${quoted(user)}).${spotOf(place)}`;
  return `const reply = await ${where}.runOn(${quoted(target)}, ${quoted(command)});`;
}

export function clickLine(user: string, place: Place, label: string): string {
  return `const next = await world.user(${quoted(user)}).${spotOf(place)}.click(${quoted(label)});`;
}

export function selectLine(
  user: string,
  place: Place,
  { menu, values }: { readonly menu: string; readonly values: readonly string[] },
): string {
  const chosen = values.map((value) => `, ${quoted(value)}`).join("");
  return `const next = await world.user(${quoted(user)}).${spotOf(place)}.select(${quoted(menu)}${chosen});`;
}

export function submitLine(fields: Readonly<Record<string, unknown>>): string {
  return `const done = await reply.submit(${JSON.stringify(fields)});`;
}

/** The line that expects a user to see a message. */
export function seesLine(user: string, place: Place, content: string): string {
  return `await world.user(${quoted(user)}).${spotOf(place)}.find(${quoted(content)});`;
}

/** The start of a line for a player in a lobby. */
export function lobbyLine(user: string, lobby: string): string {
  return `const lobby = world.player(${quoted(user)}).lobby(${quoted(lobby)});`;
}
