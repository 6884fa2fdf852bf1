// The names under which the platform itself is reached. A program that `antechamber run` starts finds
// this service under them, and never the platform. Source: assumed: the hosts that the reference's own
// pages and the client libraries name; protocol: clients 2.

/** Each includes every name below it. */
export const guardedDomains = [
  "discord.com",
  "discord.gg",
  "discordapp.com",
  "discordapp.net",
  "discord.media",
] as const;

/** Names that programs dial: for a hosts file, which knows no names below a name. */
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

/** Where the platform's pages and its API are. */
export const GUARDED_ORIGIN = "https://discord.com";

/** The gateway of the platform, where clients that do not ask for its address expect it. */
export const GUARDED_GATEWAY = "wss://gateway.discord.gg/";

/** Where voice connections are made, with the port that endpoints of voice name. */
export const GUARDED_VOICE = "voice.discord.media:443";

/**
 * Networks in which those names were found to lead: a program that dials an address there has found
 * the platform without its name.
 */
export const guardedNetworks = ["162.159.128.0/20", "66.22.192.0/18"] as const;

/** A name in lower case, without the dot that may end it and without a port. */
function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:[0-9]*$/, "")
    .replace(/\.$/, "");
}

/** True for a name of the platform; a port is looked past. */
export function isGuardedName(host: string): boolean {
  const name = plainName(host);
  return guardedDomains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

/** True for a name under which the platform serves files, at the root of its paths. */
export function isGuardedFileHost(host: string): boolean {
  return /^(cdn|media|images-ext-[0-9]+)\.discordapp\.(com|net)$/.test(plainName(host));
}
