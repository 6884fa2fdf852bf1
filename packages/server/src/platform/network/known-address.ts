// The addresses that programs are given of this service itself.
import type { Settings } from "../context.ts";
import { GUARDED_ORIGIN, isGuardedName } from "./guarded-names.ts";

type AddressSettings = Pick<Settings, "publicUrl" | "servesGuardedNames">;

/**
 * What programs take this service for: where they find it under the platform's names, they hold
 * issuers and addresses of webhooks against those.
 */
export function knownAddress({ publicUrl, servesGuardedNames }: AddressSettings): string {
  return servesGuardedNames === true ? GUARDED_ORIGIN : publicUrl;
}

/** Where one who called a host goes on calling. */
export function addressFor(settings: AddressSettings, host: string | undefined): string {
  return isGuardedName(host ?? "") ? knownAddress(settings) : settings.publicUrl;
}
