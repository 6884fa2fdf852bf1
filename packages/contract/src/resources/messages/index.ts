export * from "./application-attachments.ts";
export * from "./client-themes.ts";
export * from "./groups.ts";
export * from "./message-attachments.ts";
export {
  COMPONENTS_MAX,
  ButtonStyle,
  ComponentType,
  LayoutComponents,
  LegacyComponents,
} from "./message-components.ts";
export { isEmoji } from "./message-component-parts.ts";
export * from "./message-draft.ts";
export { EmbedDraft, Embeds, type Embed } from "./message-embeds.ts";
export * from "./message-endpoints.ts";
export * from "./message-errors.ts";
export * from "./message-polls.ts";
export * from "./message-search.ts";
export * from "./message-threads.ts";
export * from "./messages.ts";
export * from "./nonce.ts";
export * from "./pins.ts";
export * from "./poll-votes.ts";
export * from "./reactions.ts";
export * from "./typing.ts";
