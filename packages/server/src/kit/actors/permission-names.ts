// Names of permissions.
import { PermissionBit } from "@antechamber/contract/permissions";

/** The names of the permissions in a set. */
export function permissionNames(set: bigint): readonly string[] {
  return Object.entries(PermissionBit)
    .filter(([, bit]) => (set & (1n << BigInt(bit))) !== 0n)
    .map(([name]) => name);
}
