// The panes of the console's Stage, for tests.
import type { BrowserContext, Locator, Page } from "playwright-core";

/** One user's pane. */
export interface PaneOnPage {
  readonly pane: Locator;
  /** The text field. */
  readonly field: Locator;
  /** The list of messages. */
  readonly messageList: Locator;
}

export interface OpenStage {
  readonly page: Page;
  readonly alice: PaneOnPage;
  readonly bob: PaneOnPage;
}

/** A pane by its user. */
export function paneOf(page: Page, name: string): PaneOnPage {
  const pane = page.getByRole("region", { name, exact: true });
  return {
    pane,
    field: pane.getByLabel(`Write as ${name}`),
    messageList: pane.getByRole("list", { name: `What ${name} sees` }),
  };
}

/** Opens the Stage with alice and bob, and waits until both have their sessions. */
export async function openStage(
  context: BrowserContext,
  url: string,
  path = "",
): Promise<OpenStage> {
  const page = await context.newPage();
  await page.goto(`${url}/console/stage${path}?as=alice,bob`);
  const [alice, bob] = [paneOf(page, "alice"), paneOf(page, "bob")];
  for (const { pane } of [alice, bob]) await pane.getByText(/may: send/).waitFor();
  return { page, alice, bob };
}

/** Chooses a command by keyboard only. */
export async function typed({ pane, field }: PaneOnPage, command: string): Promise<void> {
  await field.fill(command);
  await pane
    .getByRole("option", { name: new RegExp(`^${command}\\b`) })
    .first()
    .waitFor();
  await field.press("Enter");
}

/** Writes a message. */
export async function says({ field }: PaneOnPage, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Enter");
}
/** Opens the menu of the newest message with a text, and chooses in it. */
export async function chooses(
  page: Page,
  { messageList }: PaneOnPage,
  { message, item }: { readonly message: string; readonly item: string | RegExp },
): Promise<void> {
  await messageList
    .getByRole("listitem")
    .filter({ hasText: message })
    .last()
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: item }).click();
}

/** Waits until an element is shown; a failure says which one. */
export async function expectSeen(what: Locator): Promise<void> {
  await what.waitFor();
}
