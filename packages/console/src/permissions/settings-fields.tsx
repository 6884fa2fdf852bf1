// Fields for the settings that are edited in the matrix itself.
import { PermissionBit } from "@antechamber/contract/permissions";
import { styles } from "../parts/parts.tsx";
import type { Stance } from "./settings.ts";

const bitOf = (name: keyof typeof PermissionBit) => 1n << BigInt(PermissionBit[name]);

export const VIEW_CHANNEL = bitOf("VIEW_CHANNEL");
export const USE_COMMANDS = bitOf("USE_APPLICATION_COMMANDS");

/** Permissions of roles that most often matter for commands, by their bits. */
const roleChoices: readonly (readonly [string, bigint])[] = [
  ["use commands", USE_COMMANDS],
  ["administrator", bitOf("ADMINISTRATOR")],
];

interface RolePermissionsProps {
  readonly role: string;
  readonly bits: string;
  readonly choose: (bits: string) => void;
}

export function RolePermissions({ role, bits, choose }: RolePermissionsProps) {
  const held = BigInt(bits);
  return roleChoices.map(([title, bit]) => (
    <label key={title} className={styles.choice}>
      <input
        type="checkbox"
        aria-label={`${role} ${title}`}
        checked={(held & bit) !== 0n}
        onChange={() => choose(String(held ^ bit))}
      />
      {title}
    </label>
  ));
}

const permissionOption = (name: keyof typeof PermissionBit) => [name, String(bitOf(name))] as const;

/** Default permissions that commands often require, as numbers. */
const choices: readonly (readonly [string, string | null])[] = [
  ["none required", null],
  ["administrators only", "0"],
  permissionOption("MANAGE_GUILD"),
  permissionOption("BAN_MEMBERS"),
  permissionOption("KICK_MEMBERS"),
  permissionOption("MANAGE_MESSAGES"),
  permissionOption("MODERATE_MEMBERS"),
];

interface DefaultPermissionProps {
  readonly name: string;
  readonly bits: string | null;
  readonly choose: (bits: string | null) => void;
}

export function DefaultPermission({ name, bits, choose }: DefaultPermissionProps) {
  const isListed = choices.some(([, each]) => each === bits);
  return (
    <select
      aria-label={`Default permission of ${name}`}
      value={bits ?? ""}
      onChange={({ target }) => choose(target.value === "" ? null : target.value)}
    >
      {isListed ? null : <option value={bits ?? ""}>{bits}</option>}
      {choices.map(([title, each]) => (
        <option key={title} value={each ?? ""}>
          {title}
        </option>
      ))}
    </select>
  );
}

interface StanceFieldProps {
  readonly label: string;
  readonly value: Stance;
  readonly choose: (stance: Stance) => void;
}

/** A field with the choices unset, allow and deny. */
export function StanceField({ label, value, choose }: StanceFieldProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => choose(target.value as Stance)}>
        <option value="">not set</option>
        <option value="allow">✓ allow</option>
        <option value="deny">✕ deny</option>
      </select>
    </label>
  );
}
