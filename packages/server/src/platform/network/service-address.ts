// The addresses of this service that programs are given.
import type { Settings } from "../context.ts";
import { GUARDED_FILES, GUARDED_MEDIA, GUARDED_ORIGIN, isGuardedName } from "./guarded-names.ts";

type AddressSettings = Pick<Settings, "publicUrl" | "servesGuardedNames">;
type FileSettings = AddressSettings & Pick<Settings, "worldInQuery">;

/**
 * The address that programs take this service to be at: if it is served under the platform's names,
 * they compare issuers and webhook addresses with those.
 */
export function serviceAddress({ publicUrl, servesGuardedNames }: AddressSettings): string {
  return servesGuardedNames === true ? GUARDED_ORIGIN : publicUrl;
}

/** Whether a client that called this host is given the addresses of the platform. */
export function isAtPlatform(settings: AddressSettings, host: string | undefined): boolean {
  return settings.servesGuardedNames === true && isGuardedName(host ?? "");
}

/** The address to give to a client that called this host. */
export function serviceAddressFor(settings: AddressSettings, host: string | undefined): string {
  return isAtPlatform(settings, host) ? GUARDED_ORIGIN : settings.publicUrl;
}

/** The path below which this service serves files; the platform's hosts for files have it as root. */
export const FILES_ROOT = "/cdn";

/**
 * JSON in which the addresses of this service's files are those of the platform: programs check the
 * host of a file, or take its id out of the path.
 */
export function withPlatformFiles(settings: FileSettings, json: string): string {
  const { publicUrl, worldInQuery: world } = settings;
  const own = `"${publicUrl}${FILES_ROOT}/`;
  if (!json.includes(own)) return json;
  const literal = own.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const addresses = new RegExp(`("proxy_(?:icon_)?url":)?${literal}([^"\\\\]*)"`, "g");
  return json.replace(addresses, (_, field: string | undefined, path: string) => {
    const named = world === undefined ? "" : `${path.includes("?") ? "&" : "?"}world=${world}`;
    const [before, host] = field === undefined ? ["", GUARDED_FILES] : [field, GUARDED_MEDIA];
    return `${before}"${host}/${path}${named}"`;
  });
}

/** JSON for an application that the service calls: like issuers, files are at the known address. */
export function withKnownFiles(settings: FileSettings, json: string): string {
  return settings.servesGuardedNames === true ? withPlatformFiles(settings, json) : json;
}

/** The path of a file of this service at one of its addresses, without query; else undefined. */
export function ownFilePath(
  { publicUrl, servesGuardedNames }: AddressSettings,
  address: string,
): string | undefined {
  const roots = servesGuardedNames === true ? [GUARDED_FILES, GUARDED_MEDIA] : [];
  const root = [publicUrl + FILES_ROOT, ...roots].find((each) => address.startsWith(`${each}/`));
  return root && FILES_ROOT + address.slice(root.length).replace(/[?#].*$/s, "");
}
