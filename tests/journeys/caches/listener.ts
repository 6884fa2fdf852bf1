// A client library that listens while a guild changes.
import type { Picture } from "./picture.ts";
import type { Ears } from "./stage.ts";

/** What the service tells a client that has just come. */
export interface Told {
  /** By the guild that a new session is sent, with messages and members asked for. */
  readonly gateway: Picture;
  /** By REST. */
  readonly rest: Picture;
}

export interface Listener {
  readonly ears: Ears;
  readonly library: "discord.js" | "oceanic.js" | "discord.py";
  /** Resolves when a message with that content has come. */
  hears(content: string): Promise<void>;
  /** What the client that listened keeps. */
  kept(): Promise<Picture>;
  /** The cache of a new client of the same library. */
  told(): Promise<Told>;
  stop(): Promise<unknown>;
}
