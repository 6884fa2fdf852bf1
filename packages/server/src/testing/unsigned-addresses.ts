// Checks that every file URL in the service's responses is signed.

const ADDRESS = /"[^"\s]*\/cdn\/attachments\/[^"\s]*"/g;
const SIGNED = /^"https?:\/\/[^?]+\?ex=[0-9a-f]{8}&is=[0-9a-f]{8}&hm=[0-9a-f]{64}"$/;

/** World files can be loaded elsewhere, so they contain paths instead of URLs. */
const WITHOUT_ADDRESSES: ReadonlySet<string> = new Set(["control.world.get"]);

/** File URLs in a JSON text that lack a signature; URLs that users quote do not count. */
export function unsignedAddresses(where: string, json: string | undefined): string[] {
  if (WITHOUT_ADDRESSES.has(where)) return [];
  return (json?.match(ADDRESS) ?? [])
    .filter((address) => !SIGNED.test(address))
    .map((address) => `${where} shows the unsigned address ${address}`);
}
