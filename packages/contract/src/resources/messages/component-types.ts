// The types of components, which forms, answers and the console share. Source: protocol:
// commands-and-interactions 5.5, machine specification.

/** Components of messages; modals may have some of them too. */
const ofMessages = {
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
} as const;

/** Fields that only modals have. */
const fieldsOfModals = {
  TEXT_INPUT: 4,
  FILE_UPLOAD: 19,
  RADIO_GROUP: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
} as const;

export const ComponentType = { ...ofMessages, ...fieldsOfModals, LABEL: 18 } as const;

/** The number of a component that messages may have. */
export type MessageComponentNumber = (typeof ofMessages)[keyof typeof ofMessages];

/** The number of a field that only modals have. */
export type ModalFieldNumber = (typeof fieldsOfModals)[keyof typeof fieldsOfModals];

const selects: ReadonlySet<unknown> = new Set([
  ComponentType.STRING_SELECT,
  ComponentType.USER_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
]);

/** True for any kind of select menu. */
export function isSelect(type: unknown): boolean {
  return selects.has(type);
}

/** True for what is filled in with a list of values; other fields have one value. */
export function holdsList(type: number): boolean {
  return (
    isSelect(type) || type === ComponentType.CHECKBOX_GROUP || type === ComponentType.FILE_UPLOAD
  );
}

/** Styles 1 to 4 trigger an interaction, LINK opens a URL, PREMIUM sells an SKU. */
export const ButtonStyle = {
  PRIMARY: 1,
  SECONDARY: 2,
  SUCCESS: 3,
  DANGER: 4,
  LINK: 5,
  PREMIUM: 6,
} as const;
