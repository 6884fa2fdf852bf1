// What of the kernel's settings keeps a user who is not root from namespaces, and what allows them.
// Source: Linux, namespaces(7); Ubuntu 24.04, release notes: restrictions of unprivileged user
// namespaces.
import { readFileSync } from "node:fs";

/** Each setting by its path below /proc/sys, the value that forbids and the one that allows. */
const settings = [
  { path: "kernel/apparmor_restrict_unprivileged_userns", forbids: "1", allows: "0" },
  { path: "kernel/unprivileged_userns_clone", forbids: "0", allows: "1" },
  { path: "user/max_user_namespaces", forbids: "0", allows: "10000" },
] as const;

function settingOf(path: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${path}`, "utf8").trim();
  } catch {
    // This kernel has none of this name.
    return undefined;
  }
}

/** The command that allows namespaces here; undefined where no setting forbids them. */
export function mendOfNamespaces(read = settingOf): string | undefined {
  const wrong = settings.filter(({ path, forbids }) => read(path) === forbids);
  if (wrong.length === 0) return undefined;
  const changes = wrong.map(({ path, allows }) => `${path.replaceAll("/", ".")}=${allows}`);
  return `to allow it: sudo sysctl -w ${changes.join(" ")}`;
}
