// The ledger: every section of the requirement sheet with its rows.
import { authentication } from "./authentication.ts";
import { authorizationArguments } from "./authorization-arguments.ts";
import { commandEndpoints } from "./command-endpoints.ts";
import { command } from "./commands.ts";
import { errors } from "./errors.ts";
import { events } from "./events.ts";
import { limits } from "./limits.ts";
import { lobby, notation, service, states } from "./lobbies.ts";
import { endpoints, lobbyEndpoints } from "./lobby-endpoints.ts";
import { namedEndpoints } from "./named-endpoints.ts";
import { option } from "./options.ts";
import { permissions } from "./permissions.ts";
import type { Section } from "./row.ts";
import { versioning } from "./versioning.ts";

/** The numbers of the sheet's sections, in its order. */
export const sheetSections: readonly string[] =
  "1 2 2.1 2.2 2.3 2.4 2.5 3 4 4.1 4.2 4.3 5 6 7 8 9".split(" ");

export const ledger: readonly Section[] = [
  service,
  notation,
  lobby,
  command,
  option,
  permissions,
  authorizationArguments,
  states,
  endpoints,
  lobbyEndpoints,
  commandEndpoints,
  namedEndpoints,
  authentication,
  events,
  errors,
  limits,
  versioning,
];
