// Development or production mode. By default, the mode depends on who can call the service, so that
// one reachable by others is never in development mode by mistake. Source: product.md, Commands.
import { DEFAULT_CONTROL_KEY } from "@antechamber/contract";
import { ConfigError } from "./config-error.ts";
import { isLoopback } from "../platform/network/loopback.ts";

export type Mode = "development" | "production";

/** From where a service can be reached, according to its settings. */
export interface Reachability {
  readonly host: string;
  /** An origin; absent: derived from the address that the service listens on. */
  readonly publicUrl: string | undefined;
  /** The URL of this process among several. */
  readonly resumeUrl: string | undefined;
  /** Addresses and networks. */
  readonly trustedProxies: readonly string[];
}

export interface ModeChoice {
  readonly mode: Mode;
  /** Why this mode was chosen, as the end of a sentence. */
  readonly modeReason: string;
  /** Why other machines can call, as a clause; absent: they cannot. */
  readonly openBecause: string | undefined;
  /** Whether the address that it listens on is open to other machines. */
  readonly isOnNetwork: boolean;
}

/** The minimum length of a control key that attackers can try to guess. */
const KEY_LENGTH_MIN = 32;

function openBecause({
  host,
  publicUrl,
  resumeUrl,
  trustedProxies,
}: Reachability): string | undefined {
  if (!isLoopback(host)) return `--host ${host} is open to other machines`;
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) {
    return `--public-url ${publicUrl} lets other machines call`;
  }
  if (resumeUrl !== undefined && !isLoopback(new URL(resumeUrl).hostname)) {
    return `--resume-url ${resumeUrl} lets other machines call`;
  }
  return trustedProxies.length > 0 ? "--trusted-proxies lets other machines call" : undefined;
}

/** The given mode; by default, production if other machines can call. */
export function chosenMode(requested: Mode | undefined, reach: Reachability): ModeChoice {
  const open = openBecause(reach);
  const isOnNetwork = !isLoopback(reach.host);
  const mode = requested ?? (open === undefined ? "development" : "production");
  const why = open ?? `only this machine can call ${reach.host}`;
  const modeReason = requested === undefined ? `since ${why}` : "as --mode says";
  return { mode, modeReason, openBecause: open, isOnNetwork };
}

/**
 * The control key to use.
 *
 * @throws ConfigError if it is missing or too short
 */
export function controlKey(given: string | undefined, choice: ModeChoice): string {
  const { mode, openBecause: open, isOnNetwork } = choice;
  const isProduction = mode === "production";
  const length = isProduction || isOnNetwork ? KEY_LENGTH_MIN : 0;
  const where = `in ${mode} mode`;
  const why = open === undefined ? "" : ` (${open})`;
  if (given === undefined && (isProduction || open !== undefined)) {
    const wanted = length > 0 ? `, ${length} characters or more` : "";
    throw new ConfigError(`--control-key is required ${where}${wanted}${why}`);
  }
  if (given !== undefined && given.length < length) {
    throw new ConfigError(
      `--control-key: the key must have ${length} characters or more ${where}${why}`,
    );
  }
  return given ?? DEFAULT_CONTROL_KEY;
}
