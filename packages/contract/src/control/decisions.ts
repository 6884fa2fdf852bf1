// Many decisions in one call, about the stored state or a hypothetical one. Source: product.md,
// Control plane.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { InvalidForm } from "../error.ts";
import { limits } from "../limits/limits.ts";
import { CommandPermission } from "../resources/commands/command-permissions.ts";
import { EditGlobalCommand } from "../resources/commands/command-forms.ts";
import { CommandReference } from "./command-reference.ts";
import {
  bits,
  Bool,
  dictionary,
  integer,
  list,
  namedFields,
  nullable,
  object,
  optional,
  refine,
  text,
} from "../schema/values.ts";
import { DecisionStep } from "./decision.ts";
import { WorldOverwrite, WorldRole } from "./world-file/guilds.ts";
import { Reference } from "./world-file/kinds.ts";

/** One question: a command, a place, and who uses it (a user, or a member with given roles). */
export const DecisionCell = refine(
  object({
    user: optional(Reference),
    roles: optional(list(Reference, { max: limits.cellRoles.value })),
    application: Reference,
    command: CommandReference,
    channel: Reference,
  }),
  (cell, report, isInvalid) => {
    if (namedFields(cell, ["user", "roles"], isInvalid).length === 1) return;
    report([], "BASE_TYPE_CHOICES", "One of these must be given: user, roles.");
  },
);

const changes = { maxKeys: limits.overlayChanges.value, maxKeyLength: 201 };

/** Hypothetical changes, by references; they are never stored. */
export const DecisionOverlay = object({
  roles: optional(dictionary(object({ permissions: WorldRole.properties.permissions }), changes)),
  channels: optional(
    dictionary(
      object({
        permission_overwrites: optional(list(WorldOverwrite, { max: limits.overlayChanges.value })),
        nsfw: optional(Bool),
      }),
      changes,
    ),
  ),
  /**
   * Permission entries of commands that cells ask about, by id or name; an application's id means
   * all of its commands. The entries replace the stored ones in every guild that cells ask about.
   */
  commands: optional(
    dictionary(
      object({
        default_member_permissions: optional(nullable(bits())),
        nsfw: optional(Bool),
        contexts: EditGlobalCommand.properties.contexts,
        permissions: optional(
          list(object({ ...CommandPermission.properties, id: Reference }), {
            max: limits.permissionsPerCommand.value,
          }),
        ),
      }),
      changes,
    ),
  ),
});

/** The answer to a cell, and the step of `GET /decision` that decided. */
export const DecisionOutcome = object({
  allowed: Bool,
  /** `ALLOWED`, or the reason of the denial. */
  outcome: text(),
  step: integer(),
  /** Every step, if they were requested. */
  decision: optional(list(DecisionStep)),
});

/** Several questions. */
const Questions = refine(
  object({
    cells: list(DecisionCell, { max: limits.decisionCells.value }),
    overlay: optional(DecisionOverlay),
    /** Includes every step of each decision; allowed for a few cells only. */
    steps: optional(Bool),
  }),
  ({ cells, steps }, report, isInvalid) => {
    const max = limits.decisionSteps.value;
    if (steps !== true || isInvalid("cells") || cells.length <= max) return;
    report(["cells"], "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length with steps.`);
  },
);

export const askDecisions = endpoint({
  id: "control.decisions",
  source: "product.md, Control plane",
  summary:
    "Check whether users, or members with given roles, may use commands in channels: many cells at once, for the current state or with an overlay on it. Nothing is sent or stored.",
  plane: "control",
  method: "POST",
  path: "/decisions",
  auth: [control],
  readsOnly: true,
  body: Questions,
  replies: { 200: object({ results: list(DecisionOutcome) }) },
  errors: [InvalidForm],
});
