// A person as the client knows them. Source: protocol: lobbies-and-sdk 7.3.
import type { UserPayload } from "./payloads.ts";

/** The bit of a player without an account here in a user's public flags. */
const PROVISIONAL_ACCOUNT = 1 << 23;

/** True for a player without an account here, whose identity another provider asserts. */
export function isProvisional({ public_flags = 0 }: Pick<UserPayload, "public_flags">): boolean {
  return (public_flags & PROVISIONAL_ACCOUNT) !== 0;
}

/** A user; of one that the client does not know, only the id. */
export class UserHandle {
  readonly #user: UserPayload;

  constructor(user: UserPayload) {
    this.#user = user;
  }

  Id(): bigint {
    return BigInt(this.#user.id);
  }

  /** Empty if the client does not know it. */
  Username(): string {
    return this.#user.username ?? "";
  }

  /** The display name that the user chose, if any. */
  GlobalName(): string | undefined {
    return this.#user.global_name ?? undefined;
  }

  /** The name to show: the global name, or else the username. */
  DisplayName(): string {
    return this.GlobalName() ?? this.Username();
  }

  /** True for a player without an account here. */
  IsProvisional(): boolean {
    return isProvisional(this.#user);
  }
}
