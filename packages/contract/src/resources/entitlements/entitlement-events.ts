// The events that applications receive about their SKUs.
import { event } from "../../event.ts";
import { Entitlement, Subscription } from "./entitlements.ts";

const source = "protocol: gateway-oauth-limits 4.5, 4.16";

export const EntitlementCreate = event({
  name: "ENTITLEMENT_CREATE",
  source: source,
  summary: "An entitlement to one of the application's SKUs was created.",
  scope: "application",
  payload: Entitlement,
});

export const EntitlementUpdate = event({
  name: "ENTITLEMENT_UPDATE",
  source: source,
  summary: "An entitlement was consumed, or its end was set.",
  scope: "application",
  payload: Entitlement,
});

export const EntitlementDelete = event({
  name: "ENTITLEMENT_DELETE",
  source: source,
  summary: "An entitlement was deleted; not sent when an entitlement expires.",
  scope: "application",
  payload: Entitlement,
});

export const SubscriptionCreate = event({
  name: "SUBSCRIPTION_CREATE",
  source: source,
  summary: "A user subscribed to one of the application's SKUs.",
  scope: "application",
  payload: Subscription,
});

export const SubscriptionUpdate = event({
  name: "SUBSCRIPTION_UPDATE",
  source: source,
  summary: "A subscription was renewed, cancelled or resumed, or ended.",
  scope: "application",
  payload: Subscription,
});

export const SubscriptionDelete = event({
  name: "SUBSCRIPTION_DELETE",
  source: source,
  summary: "A subscription was removed.",
  scope: "application",
  payload: Subscription,
});
