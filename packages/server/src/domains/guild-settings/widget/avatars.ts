// Addresses of avatars in widgets, from which nobody learns whose they are.
// Source: protocol: guild-settings 2.2.
import type { Settings } from "../../../platform/context.ts";
import { hmacHex } from "../../../platform/crypto.ts";
import { sealOf, type Seal } from "../../../platform/formats/sealed-text.ts";
import type { UserRecord } from "../../users/user.ts";

export const WIDGET_AVATARS = "/cdn/widget-avatars/";

/** Pictures of those who have none. */
const DEFAULT_AVATARS = 6n;

type Keys = Pick<Settings, "publicUrl" | "fileKey">;

/** Seals the same text alike each time, so that an address is the same in every widget. */
function sealFor({ fileKey }: Pick<Settings, "fileKey">, text: string): Seal {
  const secret = `widget ${Buffer.from(fileKey).toString("hex")}`;
  const nonce = hmacHex(fileKey, `widget avatar ${text}`);
  return sealOf(secret, { bytes: (count) => Buffer.from(nonce, "hex").subarray(0, count) });
}

/** The address of what a user looks like. */
export function widgetAvatar(settings: Keys, { id, avatar }: UserRecord): string {
  if (avatar === null) {
    const place = (BigInt(id) >> 22n) % DEFAULT_AVATARS;
    return `${settings.publicUrl}/cdn/embed/avatars/${place}.png`;
  }
  const sealed = sealFor(settings, avatar).close(avatar).toString("base64url");
  return `${settings.publicUrl}${WIDGET_AVATARS}${sealed}.png`;
}

/** The hash of the avatar at an address that this service gave; undefined for any other. */
export function sealedAvatar(settings: Keys, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  // Decoders skip what is no base64, and the text of an address is sent back in a header.
  if (bytes.toString("base64url") !== sealed) return undefined;
  try {
    return sealFor(settings, "").open(bytes);
  } catch {
    return undefined;
  }
}
