// A client library that is connected while a guild changes.
import type { Picture } from "./picture.ts";
import type { Ears } from "./stage.ts";

/** What the service sends to a new client. */
export interface FreshPictures {
  /** From the guild in READY and GUILD_CREATE, after requesting messages and members. */
  readonly gateway: Picture;
  /** From REST. */
  readonly rest: Picture;
}

export interface Listener {
  readonly ears: Ears;
  readonly library: "discord.js" | "oceanic.js" | "discord.py";
  /** Resolves when a message with that content has arrived. */
  hears(content: string): Promise<void>;
  /** The cache of the client that was connected throughout. */
  readCache(): Promise<Picture>;
  /** The cache of a new client of the same library. */
  readFresh(): Promise<FreshPictures>;
  stop(): Promise<unknown>;
}
