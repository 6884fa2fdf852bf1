import type { Directory } from "./directory.ts";
import type { Place } from "./json-path.ts";

/** A guild while it is loaded: what its parts must know of one another. */
export interface GuildBuilder {
  readonly id: string;
  readonly place: Place;
  readonly ownerId: string;
  readonly roles: Directory;
  readonly channels: Directory;
  /** The managed role of each bot that is installed here, by the application's id. */
  readonly botRoles: Map<string, string>;
  /** The position of the next role without an explicit one. */
  readonly rolePlaces: { next: number };
}
