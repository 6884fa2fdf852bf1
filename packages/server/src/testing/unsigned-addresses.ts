// Holds whatever the service shows against one rule: no address of a file leaves it unsigned.

const ADDRESS = /"[^"\s]*\/cdn\/attachments\/[^"\s]*"/g;
const SIGNED = /^"https?:\/\/[^?]+\?ex=[0-9a-f]{8}&is=[0-9a-f]{8}&hm=[0-9a-f]{64}"$/;

/** Worlds are loaded elsewhere, so their files have paths alone. */
const WITHOUT_ADDRESSES: ReadonlySet<string> = new Set(["control.world.get"]);

/** Addresses of files in a JSON text that lack a signature; those that people quote do not count. */
export function unsignedAddresses(where: string, json: string | undefined): string[] {
  if (WITHOUT_ADDRESSES.has(where)) return [];
  return (json?.match(ADDRESS) ?? [])
    .filter((address) => !SIGNED.test(address))
    .map((address) => `${where} shows the unsigned address ${address}`);
}
