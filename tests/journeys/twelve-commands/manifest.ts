// The commands that the bot of twelve commands registers.
import type { CommandManifest } from "../../../packages/server/src/kit/kit.ts";

const text = 3;
const integer = 4;
const user = 6;
const subcommand = 1;

const described = <const M extends CommandManifest>(manifest: M): M => manifest;

export const echo = described({
  name: "echo",
  description: "Says it again",
  options: [
    { type: text, name: "text", description: "What", required: true, max_length: 100 },
    { type: 5, name: "loud", description: "In capitals" },
  ],
});

export const roll = described({
  name: "roll",
  description: "Rolls dice",
  options: [
    {
      type: integer,
      name: "sides",
      description: "How many sides",
      choices: [
        { name: "six", value: 6 },
        { name: "twenty", value: 20 },
      ],
    },
    { type: integer, name: "times", description: "How many dice", min_value: 1, max_value: 5 },
  ],
});

export const profile = described({
  name: "profile",
  description: "Who you are",
  options: [
    {
      type: subcommand,
      name: "show",
      description: "Shows one",
      options: [{ type: user, name: "of", description: "Whose" }],
    },
    { type: subcommand, name: "edit", description: "Changes yours" },
  ],
});

export const manifest = [
  { name: "ping", description: "Answers pong" },
  echo,
  roll,
  {
    name: "weather",
    description: "How it is",
    options: [
      { type: text, name: "city", description: "Where", required: true, autocomplete: true },
    ],
  },
  { name: "ticket", description: "Opens a ticket" },
  {
    name: "poll",
    description: "Asks everybody",
    options: [{ type: text, name: "question", description: "What", required: true }],
  },
  { name: "color", description: "Chooses a color" },
  {
    name: "ban",
    description: "Bans somebody",
    default_member_permissions: "4",
    options: [{ type: user, name: "user", description: "Whom", required: true }],
  },
  { name: "purge", description: "Deletes messages", default_member_permissions: "8192" },
  { name: "daily", description: "A reward a day" },
  {
    name: "remind",
    description: "Reminds you",
    options: [
      { type: integer, name: "minutes", description: "In how many", required: true, min_value: 1 },
    ],
  },
  profile,
];
