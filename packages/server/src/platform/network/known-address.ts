// The addresses of this service that programs are given.
import type { Settings } from "../context.ts";
import { GUARDED_ORIGIN, isGuardedName } from "./guarded-names.ts";

type AddressSettings = Pick<Settings, "publicUrl" | "servesGuardedNames">;

/**
 * The address that programs take this service to be at: if it is served under the platform's names,
 * they compare issuers and webhook addresses with those.
 */
export function knownAddress({ publicUrl, servesGuardedNames }: AddressSettings): string {
  return servesGuardedNames === true ? GUARDED_ORIGIN : publicUrl;
}

/** The address to give to a client that called this host. */
export function addressFor(settings: AddressSettings, host: string | undefined): string {
  return isGuardedName(host ?? "") ? knownAddress(settings) : settings.publicUrl;
}
