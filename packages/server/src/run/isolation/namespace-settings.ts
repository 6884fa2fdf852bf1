// Kernel settings that keep users other than root from creating namespaces, and how to change them.
// Source: Linux, namespaces(7); Ubuntu 24.04, release notes: restrictions of unprivileged user
// namespaces.
import { readFileSync } from "node:fs";

/**
 * Each setting: its path below /proc/sys, the value that forbids namespaces and one that allows
 * them.
 */
const settings = [
  { path: "kernel/apparmor_restrict_unprivileged_userns", forbids: "1", allows: "0" },
  { path: "kernel/unprivileged_userns_clone", forbids: "0", allows: "1" },
  { path: "user/max_user_namespaces", forbids: "0", allows: "10000" },
] as const;

function settingOf(path: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${path}`, "utf8").trim();
  } catch {
    // This kernel does not have the setting.
    return undefined;
  }
}

/** The command that allows namespaces here; undefined if no setting forbids them. */
export function namespaceRemedy(read = settingOf): string | undefined {
  const wrong = settings.filter(({ path, forbids }) => read(path) === forbids);
  if (wrong.length === 0) return undefined;
  const changes = wrong.map(({ path, allows }) => `${path.replaceAll("/", ".")}=${allows}`);
  return `to allow it: sudo sysctl -w ${changes.join(" ")}`;
}
