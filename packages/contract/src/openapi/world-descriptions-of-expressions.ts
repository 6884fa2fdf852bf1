// What the keys of stickers, sounds, live stages and subscribers of events are, as editors of world
// files show it.

/** By the name of the object in the schema of world files. */
export const expressionDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldEventSubscriber: {
    exception_id: "The id of one occurrence; left out: the event as a whole.",
    response: "1: is interested, 0: is not.",
  },
  WorldSticker: {
    tags: "Words that it is found by.",
    description: "What it shows, in words.",
    format_type: "1: PNG, 2: APNG, 3: Lottie, 4: GIF.",
    type: "2, as the API shows it.",
    available: "It can be used.",
    user: "Who added it; left out: the owner.",
    image: "The hash of its file.",
  },
  WorldStage: {
    channel: "The stage, by id or name.",
    topic: "What it is about.",
    privacy_level: "2: for the guild; 1, of an earlier time: for everyone.",
    scheduled_event: "The id of what was planned, and began with it.",
    quiet_since: "Since when nobody speaks on it.",
  },
  WorldSound: {
    volume: "How loud it is, from 0 to 1.",
    emoji_id: "The id of the emoji beside it.",
    emoji_name: "The character beside it.",
    available: "It can be played.",
    user: "Who added it; left out: the owner.",
    sound: "The hash of its file.",
  },
};
