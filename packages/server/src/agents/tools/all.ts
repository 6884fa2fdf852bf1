// Every tool, in the order in which agents get them.
import type { Tool } from "../tool.ts";
import { act, see, why } from "./acting.ts";
import { commandsCheck, connectSnippet } from "./connecting.ts";
import { explain, journal } from "./explaining.ts";
import { keepAsTest } from "./keeping.ts";
import { reference } from "./reference.ts";
import { signIn } from "./signing-in.ts";
import { status } from "./status.ts";
import { clock, fault, limits } from "./steering.ts";
import { worldEdit, worldNew } from "./worlds.ts";

export const tools: readonly Tool[] = [
  status,
  worldNew,
  worldEdit,
  connectSnippet,
  commandsCheck,
  act,
  see,
  why,
  explain,
  journal,
  clock,
  fault,
  limits,
  signIn,
  keepAsTest,
  reference,
];
