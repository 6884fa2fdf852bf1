// The host names of the platform itself. A program that `antechamber run` starts reaches this
// service under them, and never the platform. Source: assumed: the hosts that the reference's own
// pages and the client libraries name; protocol: clients 2.

/** Each includes all of its subdomains. */
export const guardedDomains = [
  "discord.com",
  "discord.gg",
  "discordapp.com",
  "discordapp.net",
  "discord.media",
] as const;

/** Names that programs connect to, for a hosts file, which cannot express subdomains. */
export const guardedHosts = [
  ...guardedDomains,
  "canary.discord.com",
  "ptb.discord.com",
  "www.discord.com",
  "gateway.discord.gg",
  "remote-auth-gateway.discord.gg",
  "cdn.discordapp.com",
  "canary.discordapp.com",
  "ptb.discordapp.com",
  "media.discordapp.net",
  "images-ext-1.discordapp.net",
  "images-ext-2.discordapp.net",
  "voice.discord.media",
] as const;

/** The origin of the platform's pages and its API. */
export const GUARDED_ORIGIN = "https://discord.com";

/** Where the platform serves files, and where what `proxy_url` fields name. */
export const GUARDED_FILES = "https://cdn.discordapp.com";
export const GUARDED_MEDIA = "https://media.discordapp.net";

/** The gateway of the platform, at the default address of clients. */
export const GUARDED_GATEWAY = "wss://gateway.discord.gg/";

/** The voice server of the platform, with the port that voice endpoints name. */
export const GUARDED_VOICE = "voice.discord.media:443";

/**
 * Networks that those names were found to resolve to: a program that connects to an address there
 * has found the platform without its name.
 */
export const guardedNetworks = ["162.159.128.0/20", "66.22.192.0/18"] as const;

/** A name in lower case, without a trailing dot and without a port. */
function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:[0-9]*$/, "")
    .replace(/\.$/, "");
}

/** Whether a name belongs to the platform; a port is ignored. */
export function isGuardedName(host: string): boolean {
  const name = plainName(host);
  return guardedDomains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

/** Whether a name is one under which the platform serves files, at the root of its paths. */
export function isGuardedFileHost(host: string): boolean {
  return /^(cdn|media|images-ext-[0-9]+)\.discordapp\.(com|net)$/.test(plainName(host));
}
