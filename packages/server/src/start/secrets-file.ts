// Stores the secrets generated in production mode in a file that only its owner can read, since
// printed ones would end up in logs.
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { placeName } from "@antechamber/contract/schema";
import type { StoreChoice } from "./config.ts";
import type { IssuedSecret } from "../control/world-file/world-builder.ts";
import { StartError } from "./open-world.ts";
import { makePrivateFolder } from "../platform/private-folder.ts";

const OWNER_ONLY = 0o600;

/** The file next to the store's own, or the default location. */
function secretsFileOf(store: StoreChoice): string {
  const isFile = store.kind === "sqlite" && store.file !== ":memory:";
  return isFile ? `${store.file}.secrets` : ".antechamber/secrets";
}

export interface SecretsKeeper {
  readonly path: string;
  /** @throws StartError */
  readonly keep: (secrets: readonly IssuedSecret[]) => Promise<void>;
  /** Whether any secrets were stored. */
  readonly hasKept: () => boolean;
}

/**
 * Appends secrets to a file, one `users[0].token: <secret>` per line; of two lines for one place,
 * the later one applies. They are on disk (fsync) when this resolves.
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
  const file = await open(path, "a", OWNER_ONLY);
  try {
    // An existing file may have other permissions.
    await file.chmod(OWNER_ONLY);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
