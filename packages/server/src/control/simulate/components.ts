// Clicking buttons, choosing from selects and submitting modals as a simulated user, through the
// control plane. Source: product.md, Simulated users.
import { UnknownMessage } from "@antechamber/contract";
import { clickButton, selectValues, submitModal } from "@antechamber/contract/control";
import type { EncodedFile } from "@antechamber/contract/control";
import { ComponentType, isSelect } from "@antechamber/contract/messages";
import type { ValidationIssue, Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { applicationOf } from "../../domains/applications/operations.ts";
import { channels, members, type ChannelRecord } from "../../domains/guilds/guild.ts";
import { canEnter, channelsAndThreads } from "../../domains/guilds/operations.ts";
import type { MessageRecord } from "../../domains/messages/message.ts";
import { messageOf } from "../../domains/messages/operations.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import type { UserRecord } from "../../domains/users/user.ts";
import { fillables } from "../../domains/interactions/components/component-tree.ts";
import { sendComponentUse } from "../../domains/interactions/components/component-use.ts";
import {
  entityOption,
  invalid,
  type Fillable,
} from "../../domains/interactions/components/component-values.ts";
import type { InteractionRecord } from "../../domains/interactions/interaction.ts";
import { isTextList } from "../../domains/interactions/modals/modal-values.ts";
import { openedModal, sendSubmission } from "../../domains/interactions/modals/modal-submit.ts";
import type { Sending } from "../../domains/interactions/operations.ts";
import { encodedUploads } from "../../domains/interactions/uploads.ts";
import { OutcomeWaits, type FollowDeps } from "./wait-for-outcome.ts";
import { listValue, submittedFields } from "./modal-fields.ts";
import { orIssues } from "./refusal-issues.ts";
import { referencedValue } from "./references.ts";
import { simulate } from "./interaction.ts";

/** Handlers that wait for the outcome of a component or modal interaction. */
export function simulatedComponentHandlers(deps: FollowDeps): readonly Binding[] {
  const waits = new OutcomeWaits(deps);
  return [
    handleAsync(clickButton, async (means, { params, body }) => {
      const send = async (ctx: Context) => {
        const user = await actingUser(ctx, params.user);
        return sendingOf(await sendComponent(ctx, user, { ...body(), values: [], fits: isButton }));
      };
      return reply(200, await simulate(waits, means, { send, waiting: body }));
    }),

    handleAsync(selectValues, async (means, { params, body }) => {
      const send = async (ctx: Context) => {
        const user = await actingUser(ctx, params.user);
        return sendingOf(await sendComponent(ctx, user, { ...body(), fits: isSelect }));
      };
      return reply(200, await simulate(waits, means, { send, waiting: body }));
    }),

    handleAsync(submitModal, async (means, { params, body }) => {
      const send = async (ctx: Context) => {
        const user = await actingUser(ctx, params.user);
        return sendingOf(await submit(ctx, user, body()));
      };
      return reply(200, await simulate(waits, means, { send, waiting: body }));
    }),
  ];
}

/** Everyone who sees a component may use it, so there is no permission decision. */
function sendingOf(interaction: InteractionRecord): Sending {
  return { kind: "sent", interaction, trace: [] };
}

interface ComponentRequest {
  readonly message: string;
  readonly custom_id: string;
  readonly values: readonly string[];
  /** True for the component types that the endpoint can use. */
  readonly fits: (type: number) => boolean;
}

function isButton(type: number): boolean {
  return type === ComponentType.BUTTON;
}

async function sendComponent(
  ctx: Context,
  user: UserRecord,
  payload: ComponentRequest,
): Promise<InteractionRecord> {
  const { channel, message } = await messageSeenBy(ctx, user, payload.message);
  const component = fillables(message.components).find(
    (each) => each.custom_id === payload.custom_id,
  );
  if (component !== undefined && !payload.fits(component.type)) {
    const path = pathInBody([]);
    throw invalidForm(invalid({ path, message: "The component cannot be used like that" }));
  }
  const applicationId = message.application_id ?? message.author.id;
  const issues: ValidationIssue[] = [];
  const menu = { component, guildId: channel.guild_id, path: ["values"], issues };
  const values = await valuesFor(ctx, menu, payload.values);
  if (issues.length > 0) throw invalidForm(...issues);
  return sendComponentUse(ctx, {
    user,
    application: await applicationOf(ctx, applicationId),
    channel,
    messageId: message.id,
    customId: payload.custom_id,
    componentType: undefined,
    values,
    nonce: undefined,
    pathOf: pathInBody,
  });
}

/** Moves the path of an issue into the form, which has the component's fields at its top level. */
function pathInBody(path: ValidationIssue["path"]): ValidationIssue["path"] {
  return path.length === 0 ? ["custom_id"] : path;
}

/** A message in a channel that the user sees, by its id. @throws UnknownMessage */
async function messageSeenBy(
  ctx: ReadContext,
  user: UserRecord,
  id: string,
): Promise<{ readonly channel: ChannelRecord; readonly message: MessageRecord }> {
  for (const channel of await channelsAround(ctx, user)) {
    const message = await messageOf(ctx, channel.id, id);
    if (message !== undefined && (await canEnter(ctx, channel, user.id)))
      return { channel, message };
  }
  throw new ApiError(UnknownMessage);
}

/** The user's direct messages, and all channels of their guilds. */
async function channelsAround(ctx: ReadContext, user: UserRecord): Promise<ChannelRecord[]> {
  const own = await ctx.tx.find(channels, { index: "recipient", value: user.id });
  const memberships = await ctx.tx.find(members, { index: "user", value: user.id });
  const all = await Promise.all(
    memberships.map(({ guild_id }) => channelsAndThreads(ctx, guild_id)),
  );
  return [...own, ...all.flat()];
}

interface Menu {
  readonly component: Fillable | undefined;
  readonly guildId: string | undefined;
  /** The path of the values in the form. */
  readonly path: ValidationIssue["path"];
  /** Collects an issue for each ambiguous name. */
  readonly issues: ValidationIssue[];
}

/** Resolves names of users, roles and channels to ids. */
async function valuesFor(
  ctx: ReadContext,
  { component, guildId, path, issues }: Menu,
  values: readonly string[],
): Promise<string[]> {
  const option = component && entityOption(component);
  if (option === undefined) return [...values];
  return Promise.all(
    values.map(async (value, i) => {
      const referenced = referencedValue(ctx, { option, guildId }, value);
      return String(await orIssues(referenced, issues, [...path, i]));
    }),
  );
}

interface Filling {
  readonly interaction: string;
  readonly custom_id?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly attachments?: readonly Static<typeof EncodedFile>[];
}

async function submit(
  ctx: Context,
  user: UserRecord,
  payload: Filling,
): Promise<InteractionRecord> {
  const opened = await openedModal(ctx, user, payload.interaction);
  const { interaction, modal } = opened;
  const fields = fillables(modal.components);
  const stray = Object.keys(payload.fields).filter(
    (name) => !fields.some((field) => field.custom_id === name),
  );
  const faults = stray.map((name) => notAField(name, fields));
  const ambiguous: ValidationIssue[] = [];
  const named: [string, unknown][] = [];
  for (const [name, value] of Object.entries(payload.fields)) {
    const component = fields.find((field) => field.custom_id === name);
    const path = ["fields", name];
    const menu = { component, guildId: interaction.guild_id, path, issues: ambiguous };
    const listed = component === undefined ? value : listValue(component, value);
    named.push([name, isTextList(listed) ? await valuesFor(ctx, menu, listed) : listed]);
  }
  // An ambiguous name has no known meaning, so the values are not checked further.
  if (ambiguous.length > 0) throw invalidForm(...faults, ...ambiguous);
  const filled = submittedFields(fields, Object.fromEntries(named));
  return sendSubmission(ctx, {
    user,
    opened,
    customId: payload.custom_id ?? modal.custom_id,
    components: filled,
    uploads: encodedUploads(payload.attachments),
    nonce: undefined,
    faults,
    pathOf: (path) => pathOfField(fields, path),
  });
}

function notAField(name: string, fields: readonly Fillable[]): ValidationIssue {
  const names = fields.map((field) => `'${field.custom_id}'`).join(", ");
  const message = `Value must be one of {${names}}.`;
  return { path: ["fields", name], code: "BASE_TYPE_CHOICES", message };
}

/**
 * Maps the path of an issue in the components, which were built from the form, to the path in the
 * form.
 */
function pathOfField(
  fields: readonly Fillable[],
  path: ValidationIssue["path"],
): ValidationIssue["path"] {
  const [top, index] = path;
  const field = top === "components" ? fields[Number(index)] : undefined;
  return field === undefined ? path : ["fields", field.custom_id];
}
