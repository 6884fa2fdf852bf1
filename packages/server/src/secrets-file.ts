// Where an operator finds the secrets that production mode made: in a file for its owner alone, since
// what is printed ends in the logs of whatever runs the service.
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { placeName } from "@antechamber/contract/schema";
import type { StoreChoice } from "./config.ts";
import type { IssuedSecret } from "./control/world-file/world-builder.ts";
import { StartError } from "./open-world.ts";
import { makePrivateFolder } from "./platform/private-folder.ts";

const OWNER_ALONE = 0o600;

/** Beside the store's own file, or where that would be. */
function secretsFileOf(store: StoreChoice): string {
  const isFile = store.kind === "sqlite" && store.file !== ":memory:";
  return isFile ? `${store.file}.secrets` : ".antechamber/secrets";
}

export interface SecretsKeeper {
  readonly path: string;
  /** @throws StartError */
  readonly keep: (secrets: readonly IssuedSecret[]) => Promise<void>;
  /** True once there was something to keep. */
  readonly hasKept: () => boolean;
}

/**
 * Adds secrets to a file, `users[0].token: <secret>` in each line; of two lines for one place the
 * later holds. They are on the disk when it resolves.
 */
export function secretsKeeper(store: StoreChoice): SecretsKeeper {
  const path = secretsFileOf(store);
  let hasKept = false;
  return {
    path,
    async keep(secrets) {
      const lines = secrets.map(({ place, secret }) => `${placeName(place)}: ${secret}\n`);
      try {
        await append(path, lines.join(""));
      } catch (error) {
        throw new StartError(`cannot write the secrets to ${path}: ${(error as Error).message}`);
      }
      hasKept = true;
    },
    hasKept: () => hasKept,
  };
}

async function append(path: string, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  const file = await open(path, "a", OWNER_ALONE);
  try {
    // One that was there before may have been made by somebody else's rules.
    await file.chmod(OWNER_ALONE);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
