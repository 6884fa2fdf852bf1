// Addresses of files. A record holds only the path; each viewer of a file gets an address that is
// signed for a day, so that files cannot be found by guessing.
// Source: protocol: gateway-oauth-limits 1.7.
import { limits } from "@antechamber/contract";
import type { Attachment } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { hmacHex, sameSecret } from "../../../platform/crypto.ts";
import { FILES_ROOT, ownFilePath } from "../../../platform/network/service-address.ts";
import type { Random } from "../../../platform/random.ts";
import { tableOf, type Store, type Writer } from "../../../platform/store.ts";

/** The key that addresses are signed with. */
export interface FileKeyRecord {
  readonly name: "key";
  readonly base64: string;
}

export const fileKeys = tableOf<FileKeyRecord>()({ name: "file_key", key: ({ name }) => name });

const KEY_BYTES = 32;

/** The signing key of this store, which is created on first use. */
export async function openFileKey(store: Store, random: Random): Promise<Uint8Array> {
  const stored = await store.read((tx) => tx.get(fileKeys, "key"));
  const { base64 } = stored ?? (await store.transaction((tx) => ensureFileKey(tx, random)));
  return Buffer.from(base64, "base64");
}

/** Checks again inside the transaction: another process may have created the key meanwhile. */
async function ensureFileKey(tx: Writer, random: Random): Promise<FileKeyRecord> {
  const stored = await tx.get(fileKeys, "key");
  if (stored !== undefined) return stored;
  const base64 = Buffer.from(random.bytes(KEY_BYTES)).toString("base64");
  const made: FileKeyRecord = { name: "key", base64 };
  tx.put(fileKeys, made);
  return made;
}

/** The prefix of the paths of all files. Addresses that users write have a scheme instead. */
export const FILES_PATH = `${FILES_ROOT}/attachments/`;

/** The address of a file without host and signature, as records store it. */
export function filePath(file: {
  readonly id: string;
  readonly channel_id: string;
  readonly filename: string;
}): string {
  return `${FILES_PATH}${file.channel_id}/${file.id}/${file.filename}`;
}

/** The path of one of our own signed addresses, as records store it; other addresses unchanged. */
export function storedAddress({ settings }: ReadContext, address: string): string {
  const path = ownFilePath(settings, address);
  return path?.startsWith(FILES_PATH) === true ? path : address;
}

function hexSeconds(instant: number): string {
  return Math.floor(instant / 1000).toString(16);
}

function signatureOf(key: Uint8Array, path: string, { ex, is }: { ex: string; is: string }) {
  return hmacHex(key, `${path}?ex=${ex}&is=${is}`);
}

function signedAddress({ now, settings }: ReadContext, path: string): string {
  const times = { ex: hexSeconds(now + limits.fileAddressLife.value), is: hexSeconds(now) };
  const hm = signatureOf(settings.fileKey, path, times);
  return `${settings.publicUrl}${path}?ex=${times.ex}&is=${times.is}&hm=${hm}`;
}

/** The query of a file's address. */
export interface AddressQuery {
  readonly ex?: unknown;
  readonly is?: unknown;
  readonly hm?: unknown;
}

const HEX = /^[0-9a-f]{1,12}$/;

/** True for a path and a query that this service signed, until the signature expires. */
export function isSigned(
  { now, settings }: Pick<ReadContext, "now" | "settings">,
  path: string,
  { ex, is, hm }: AddressQuery,
): boolean {
  if (typeof ex !== "string" || typeof is !== "string" || typeof hm !== "string") return false;
  if (!HEX.test(ex) || !HEX.test(is)) return false;
  const isGood = sameSecret(hm, signatureOf(settings.fileKey, path, { ex, is }));
  return isGood && parseInt(ex, 16) * 1000 > now;
}

/** The fields of embeds, components and attachments that may hold addresses of files. */
const addressFields: ReadonlySet<string> = new Set([
  "url",
  "proxy_url",
  "icon_url",
  "proxy_icon_url",
]);

/** A copy of a value with signed addresses; the same object if it holds none. */
function signed<V>(ctx: ReadContext, value: V): V {
  return signedValue(ctx, value) as V;
}

function signedValue(ctx: ReadContext, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => signedValue(ctx, item));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [field, inner] of Object.entries(value) as [string, unknown][]) {
    const isPath =
      typeof inner === "string" && addressFields.has(field) && inner.startsWith(FILES_PATH);
    const converted = isPath ? signedAddress(ctx, inner) : signedValue(ctx, inner);
    if (converted !== inner) (changed ??= { ...value })[field] = converted;
  }
  return changed ?? value;
}

/** An attachment as clients are shown it, with addresses that are valid now. */
export function attachmentView(
  ctx: ReadContext,
  file: Static<typeof Attachment>,
): Static<typeof Attachment> {
  return signed(ctx, file);
}

/** The parts of a message that may show files. */
interface Showing {
  readonly attachments: readonly object[];
  readonly embeds: readonly object[];
  readonly components?: readonly object[];
  readonly message_snapshots?: readonly object[];
  readonly referenced_message?: object | null;
}

/** A message whose files have addresses that are valid now. */
export function withAddresses<M extends Showing>(ctx: ReadContext, message: M): M {
  const { attachments, embeds, components = [] } = message;
  const { message_snapshots: snapshots, referenced_message: referenced } = message;
  const isBare = attachments.length + embeds.length + components.length === 0;
  if (isBare && snapshots === undefined && (referenced ?? undefined) === undefined) return message;
  return {
    ...message,
    attachments: signed(ctx, attachments),
    embeds: signed(ctx, embeds),
    ...(message.components === undefined ? {} : { components: signed(ctx, components) }),
    ...(snapshots === undefined ? {} : { message_snapshots: signed(ctx, snapshots) }),
    ...(referenced === undefined ? {} : { referenced_message: signed(ctx, referenced) }),
  };
}
