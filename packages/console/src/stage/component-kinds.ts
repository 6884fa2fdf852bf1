// What components of messages and modals hold. Source: the reference's public documentation,
// Component Reference.
import { ComponentType } from "@antechamber/contract/component-types";
import type { EmojiData } from "../markdown/emoji.tsx";
import type { EntityKind } from "./entity-picker.tsx";

export interface ComponentData {
  readonly type: number;
  readonly id?: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly style?: number;
  readonly url?: string;
  readonly sku_id?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly emoji?: EmojiData;
  readonly placeholder?: string;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly value?: string;
  readonly default?: boolean;
  readonly options?: readonly OptionData[];
  readonly default_values?: readonly { readonly id: string }[];
  readonly channel_types?: readonly number[];
  readonly file_types?: readonly string[];
  readonly components?: readonly ComponentData[];
  readonly component?: ComponentData;
  readonly accessory?: ComponentData;
  readonly content?: string;
  readonly accent_color?: number | null;
  readonly media?: { readonly url: string };
  readonly items?: readonly {
    readonly media: { readonly url: string };
    readonly description?: string | null;
    readonly spoiler?: boolean;
  }[];
  readonly file?: { readonly url: string };
  readonly name?: string;
  readonly size?: number;
  readonly spoiler?: boolean;
  readonly divider?: boolean;
  readonly spacing?: number;
  readonly description?: string | null;
}

export interface OptionData {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly default?: boolean;
  readonly emoji?: EmojiData;
}

/** The kinds of entity that auto-populated select menus offer. */
export const entityKinds: Readonly<Record<number, readonly EntityKind[]>> = {
  [ComponentType.USER_SELECT]: ["user"],
  [ComponentType.ROLE_SELECT]: ["role"],
  [ComponentType.MENTIONABLE_SELECT]: ["user", "role"],
  [ComponentType.CHANNEL_SELECT]: ["channel"],
};

/** The text of an option: its emoji and its label. */
export function optionText({ label, emoji: { id = null, name = null } = {} }: OptionData): string {
  if (id !== null) return `:${name ?? id}: ${label}`;
  return name === null ? label : `${name} ${label}`;
}
