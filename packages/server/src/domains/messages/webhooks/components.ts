// Which components the message of a webhook may have.
// Source: protocol: webhooks-and-applications 1.3.
import { ButtonStyle, ComponentType, isSelect } from "@antechamber/contract/messages";
import { invalidForm } from "../../../platform/api-error.ts";
import type { ChannelWebhookRecord } from "../../guilds/webhooks/channel-webhook.ts";
import { everyComponent, isComponent, type Component } from "../components/component-tree.ts";

/** True for components that users interact with, so that an application must respond. */
function isInteractive({ type, style }: Component): boolean {
  return isSelect(type) || (type === ComponentType.BUTTON && style !== ButtonStyle.LINK);
}

/**
 * The components of a webhook's message. A webhook without an application has components only if
 * the call asks for them, and none that are interactive, because nothing would respond to them.
 *
 * @throws InvalidForm for each interactive component; the code of the fault is assumed
 */
export function componentsFor<C extends readonly unknown[]>(
  { application_id }: ChannelWebhookRecord,
  components: C | undefined,
  withComponents: boolean,
): C | undefined {
  if (application_id !== null || components === undefined) return components;
  if (!withComponents) return undefined;
  const issues = everyComponent(components).flatMap(({ componentPath, component }) =>
    isComponent(component) && isInteractive(component)
      ? [
          {
            path: ["components", ...componentPath],
            code: "WEBHOOK_COMPONENT_NOT_ALLOWED",
            message: "Only webhooks of applications can send interactive components.",
          },
        ]
      : [],
  );
  if (issues.length > 0) throw invalidForm(...issues);
  return components;
}
