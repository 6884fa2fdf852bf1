// Limits of stickers, sounds, stage instances and scheduled events.
import type { NamedLimit } from "./named-limit.ts";

const stickers = "protocol: expressions-and-events 1.2";

export const expressionLimits = {
  stickerName: { value: 30, unit: "characters", source: "protocol: expressions-and-events 1.3" },
  stickerTags: { value: 200, unit: "characters", source: "protocol: expressions-and-events 1.3" },
  stickerDescription: {
    value: 100,
    unit: "characters",
    source: "protocol: expressions-and-events 1.3",
  },
  stickerSize: { value: 524_288, unit: "bytes", source: stickers },
  stickerSide: { value: 320, unit: "pixels of a sticker's side", source: stickers },
  stickerFrames: { value: 1000, unit: "frames of a sticker", source: stickers },
  stickerDuration: { value: 5000, unit: "milliseconds of an animated sticker", source: stickers },
  lottieFrameRate: {
    value: 60,
    unit: "frames per second of a Lottie sticker",
    source: "assumed: the number behind code 170003 is not public",
  },
  stickersFree: {
    value: 5,
    unit: "stickers of a guild without boosts",
    source: "protocol: expressions-and-events 1.3",
  },
  stickersOfTier1: {
    value: 15,
    unit: "stickers of a guild of tier 1",
    source: "protocol: expressions-and-events 1.3",
  },
  stickersOfTier2: {
    value: 30,
    unit: "stickers of a guild of tier 2",
    source: "protocol: expressions-and-events 1.3",
  },
  stickersOfTier3: {
    value: 60,
    unit: "stickers of a guild of tier 3 or with MORE_STICKERS",
    source: "protocol: expressions-and-events 1.3",
  },
  soundName: { value: 32, unit: "characters", source: "protocol: expressions-and-events 2.2" },
  soundSize: { value: 524_288, unit: "bytes", source: "protocol: expressions-and-events 2.1" },
  soundDuration: {
    value: 5200,
    unit: "milliseconds of a sound",
    source: "protocol: expressions-and-events 2.1",
  },
  soundsFree: {
    value: 8,
    unit: "sounds of a guild without boosts",
    source: "protocol: expressions-and-events 2.2",
  },
  soundsOfTier1: {
    value: 24,
    unit: "sounds of a guild of tier 1",
    source: "protocol: expressions-and-events 2.2",
  },
  soundsOfTier2: {
    value: 36,
    unit: "sounds of a guild of tier 2",
    source: "protocol: expressions-and-events 2.2",
  },
  soundsOfTier3: {
    value: 48,
    unit: "sounds of a guild of tier 3",
    source: "protocol: expressions-and-events 2.2",
  },
  soundsMore: {
    value: 96,
    unit: "sounds of a guild with MORE_SOUNDBOARD",
    source: "protocol: expressions-and-events 2.2",
  },
  eventExceptions: {
    value: 100,
    unit: "exceptions of a scheduled event",
    source: "assumed: bounds what one event holds",
  },
  eventExceptionsCounted: {
    value: 10,
    unit: "occurrences whose subscribers one call counts",
    source: "protocol: expressions-and-events 3.3",
  },
  stageTopic: { value: 120, unit: "characters", source: "protocol: channels-and-threads 3" },
  stageQuiet: {
    value: 300_000,
    unit: "milliseconds without speakers after which a stage closes",
    source: "assumed: minutes, as the reference says",
  },
  eventQuiet: {
    value: 300_000,
    unit: "milliseconds in which nobody is in the voice channel of an event, after which it ends",
    source: "assumed: minutes, as the reference says",
  },
  eventLateness: {
    value: 3 * 3_600_000,
    unit: "milliseconds after its scheduled start at which an event that nobody started is canceled",
    source: "assumed: hours, as the reference says",
  },
  messageStickers: {
    value: 3,
    unit: "stickers per message",
    source: "protocol: expressions-and-events 1.4",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
