// A person as the client knows them. Source: protocol: lobbies-and-sdk 7.3.
import type { UserPayload } from "./payloads.ts";

/** The bit of a player without an account here. */
const PROVISIONAL_ACCOUNT = 1 << 23;

/** True of a player without an account here, for whom another service vouches. */
export function isProvisional({ public_flags = 0 }: Pick<UserPayload, "public_flags">): boolean {
  return (public_flags & PROVISIONAL_ACCOUNT) !== 0;
}

/** A user; of one whom the client does not know, the id alone. */
export class UserHandle {
  readonly #user: UserPayload;

  constructor(user: UserPayload) {
    this.#user = user;
  }

  Id(): bigint {
    return BigInt(this.#user.id);
  }

  /** Empty where the client does not know it. */
  Username(): string {
    return this.#user.username ?? "";
  }

  /** The name that they chose to be shown, if they chose one. */
  GlobalName(): string | undefined {
    return this.#user.global_name ?? undefined;
  }

  /** The name to show: the global name, or else the username. */
  DisplayName(): string {
    return this.GlobalName() ?? this.Username();
  }

  /** True of a player without an account here. */
  IsProvisional(): boolean {
    return isProvisional(this.#user);
  }
}
