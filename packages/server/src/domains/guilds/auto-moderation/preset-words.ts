// The words of the presets: short lists, because those of the reference are not public.
// Source: protocol: auto-moderation 5 #3.
import { AutoModerationPreset } from "@antechamber/contract/guilds";

const { PROFANITY, SEXUAL_CONTENT, SLURS } = AutoModerationPreset;

export const presetWords: Readonly<Record<number, readonly string[]>> = {
  [PROFANITY]: [
    "arsehole*",
    "asshole*",
    "bastard*",
    "bullshit*",
    "crap*",
    "damn*",
    "fuck*",
    "motherfuck*",
    "piss",
    "pissed",
    "shit*",
  ],
  [SEXUAL_CONTENT]: ["blowjob*", "handjob*", "hentai", "nsfw", "nudes", "orgy", "porn*", "xxx"],
  [SLURS]: ["cretin*", "halfwit*", "imbecile*", "lowlife*", "moron*", "scum", "scumbag*"],
};
