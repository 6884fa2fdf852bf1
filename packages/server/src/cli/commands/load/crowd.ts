// The players of a run: users that are created for it, signed in to the game, and removed at the
// end.
import { RestError, type ControlClient } from "@antechamber/sdk/control";

/** The most concurrent calls of the control plane. */
const AT_ONCE = 16;

/** The scopes that games request. */
const SCOPES = ["sdk.social_layer"];

/** A user of the run. */
export interface PlayerAccount {
  /** The player's number, from 1. */
  readonly number: number;
  readonly id: string;
  readonly accessToken: string;
}

export interface CrowdOptions {
  readonly count: number;
  /** The game's application id. */
  readonly application: string;
  /** A guild that all players join. */
  readonly guild: string | undefined;
}

type Calls = Pick<ControlClient, "call">;

/** The username of a player. */
const usernameOf = (number: number) => `load-${number}`;

/** Creates the users, roughly in the order of their numbers. */
export async function openCrowd(
  control: Calls,
  { count, application, guild }: CrowdOptions,
): Promise<readonly PlayerAccount[]> {
  const accounts: PlayerAccount[] = [];
  await eachNumber(count, async (number) => {
    const { id = "" } = await createUser(control, usernameOf(number));
    const { token } = await control.call("control.tokens.create", {
      body: { user: id, application, scopes: SCOPES },
    });
    if (guild !== undefined) {
      await control.call("control.members.create", { body: { guild, user: id } });
    }
    accounts[number - 1] = { number, id, accessToken: String(token) };
  });
  return accounts;
}

/** Removes the users; those that do not exist are skipped. */
export async function closeCrowd(control: Calls, count: number): Promise<void> {
  await eachNumber(count, (number) => removeUser(control, usernameOf(number)));
}

async function createUser(control: Calls, username: string) {
  const create = () => control.call("control.users.create", { body: { username } });
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof RestError) || error.status >= 500) throw error;
    // The name may be left over from a run that was killed; any other refusal will be repeated.
    await removeUser(control, username);
    return create();
  }
}

async function removeUser(control: Calls, user: string): Promise<void> {
  try {
    await control.call("control.users.remove", { path: { user } });
  } catch (error) {
    if (!(error instanceof RestError) || error.status !== 404) throw error;
  }
}

/**
 * Runs a task for the numbers 1 to `count`, several concurrently. If one fails, nothing is under
 * way any more when this throws, so that users are not created after they were removed.
 */
async function eachNumber(count: number, work: (number: number) => Promise<unknown>) {
  let next = 1;
  const worker = async () => {
    while (next <= count) {
      const number = next;
      next += 1;
      await work(number);
    }
  };
  const workers = Array.from({ length: Math.min(AT_ONCE, count) }, worker);
  for (const ended of await Promise.allSettled(workers)) {
    if (ended.status === "rejected") throw ended.reason;
  }
}
