// Limits of application commands.
import type { NamedLimit } from "./named-limit.ts";

const hours = (count: number) => count * 3_600_000;

const sheet = "requirements 8";
const commandCounts = "protocol: commands-and-interactions 2.5";
const commandFields = "protocol: commands-and-interactions 2.3";
const options = "protocol: commands-and-interactions 3.2";

export const commandLimits = {
  chatInputCommands: {
    value: 100,
    unit: "commands per application, global and per guild",
    source: sheet,
  },
  userCommands: {
    value: 15,
    unit: "commands per application, global and per guild",
    source: sheet,
  },
  messageCommands: {
    value: 15,
    unit: "commands per application, global and per guild",
    source: sheet,
  },
  entryPointCommands: { value: 1, unit: "commands per application", source: sheet },
  commandCreates: {
    value: 200,
    unit: "new commands per application and guild; global ones are counted separately",
    windowMs: hours(24),
    source: commandCounts,
  },
  commandsPerOverwrite: { value: 130, unit: "commands", source: commandFields },
  commandName: { value: 32, unit: "characters", source: sheet },
  commandDescription: { value: 100, unit: "characters", source: sheet },
  commandLocalizations: { value: 34, unit: "languages", source: commandFields },
  commandSize: { value: 8000, unit: "characters", source: sheet },
  optionsPerLevel: { value: 25, unit: "options", source: sheet },
  choicesPerOption: { value: 25, unit: "choices", source: sheet },
  choiceName: { value: 100, unit: "characters", source: options },
  choiceValue: { value: 100, unit: "characters", source: options },
  permissionsPerCommand: {
    value: 100,
    unit: "permissions per command and guild",
    source: commandCounts,
  },
  optionTextLength: { value: 6000, unit: "characters", source: options },
} as const satisfies Readonly<Record<string, NamedLimit>>;
