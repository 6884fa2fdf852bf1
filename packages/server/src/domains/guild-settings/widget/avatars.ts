// Addresses of avatars in widgets, which do not reveal the users that they belong to.
// Source: protocol: guild-settings 2.2.
import type { Settings } from "../../../platform/context.ts";
import { hmacHex } from "../../../platform/crypto.ts";
import { sealOf, type Seal } from "../../../platform/formats/sealed-text.ts";
import type { UserRecord } from "../../users/user.ts";

export const WIDGET_AVATARS = "/cdn/widget-avatars/";

/** The number of default avatars, for users without one. */
const DEFAULT_AVATARS = 6n;

type Keys = Pick<Settings, "publicUrl" | "fileKey">;

/** A seal with a deterministic nonce, so that an avatar has the same address in every widget. */
function sealFor({ fileKey }: Pick<Settings, "fileKey">, text: string): Seal {
  const secret = `widget ${Buffer.from(fileKey).toString("hex")}`;
  const nonce = hmacHex(fileKey, `widget avatar ${text}`);
  return sealOf(secret, { bytes: (count) => Buffer.from(nonce, "hex").subarray(0, count) });
}

/** The address of a user's avatar in widgets. */
export function widgetAvatar(settings: Keys, { id, avatar }: UserRecord): string {
  if (avatar === null) {
    const place = (BigInt(id) >> 22n) % DEFAULT_AVATARS;
    return `${settings.publicUrl}/cdn/embed/avatars/${place}.png`;
  }
  const sealed = sealFor(settings, avatar).encrypt(avatar).toString("base64url");
  return `${settings.publicUrl}${WIDGET_AVATARS}${sealed}.png`;
}

/** The hash of the avatar at an address from `widgetAvatar`; undefined for any other address. */
export function sealedAvatar(settings: Keys, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  // Decoders ignore invalid characters, but the address is echoed in a header: it must be exactly
  // what the bytes encode to.
  if (bytes.toString("base64url") !== sealed) return undefined;
  try {
    return sealFor(settings, "").decrypt(bytes);
  } catch {
    return undefined;
  }
}
