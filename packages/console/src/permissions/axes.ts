// The columns of the permission matrix: roles, users or channels. The other axes have a fixed
// value.
import type { types } from "@antechamber/sdk/control";

export type Axis = "roles" | "users" | "channels";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A user, or a hypothetical member with a single role. */
export interface Who extends Named {
  readonly kind: "role" | "user";
}

export interface Column {
  readonly id: string;
  readonly title: string;
  readonly who: Who;
  readonly channel: Named;
}

export interface Across {
  readonly axis: Axis;
  readonly roles: readonly Named[];
  readonly users: readonly Named[];
  readonly channels: readonly Named[];
  /** The channel, unless the columns are channels. */
  readonly channel: Named;
  /** The user or role, if the columns are channels. */
  readonly who: Who;
}

/** The most columns of one question. */
export const COLUMNS_MAX = 50;

export function columnsOf(across: Across): readonly Column[] {
  const { axis, roles, users, channels, channel, who } = across;
  if (axis === "channels") {
    return channels.map((each) => ({ id: each.id, title: `#${each.name}`, who, channel: each }));
  }
  const kind = axis === "roles" ? "role" : "user";
  return (axis === "roles" ? roles : users).map(({ id, name }) => ({
    id,
    title: name,
    who: { kind, id, name },
    channel,
  }));
}

/** The question for one cell. */
export function cellOf(
  application: string,
  command: string,
  { who, channel }: Column,
): types.DecisionCell {
  const asking = who.kind === "role" ? { roles: [who.id] } : { user: who.id };
  return { ...asking, application, command, channel: channel.id };
}

/** The user or role of a cell, for use in sentences. */
export function whoText({ kind, name }: Who): string {
  return kind === "user" ? name : `a member with only ${name}`;
}
