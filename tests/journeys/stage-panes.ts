// The panes of the console's Stage, as tests look at them and use them.
import type { BrowserContext, Locator, Page } from "playwright-core";

/** What one user sees and uses. */
export interface PaneOnPage {
  readonly pane: Locator;
  /** Where they write. */
  readonly field: Locator;
  /** Their messages. */
  readonly seen: Locator;
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
    seen: pane.getByRole("list", { name: `What ${name} sees` }),
  };
}

/** The Stage with alice and bob, once both have their sessions. */
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

/** Chooses a command by keys alone. */
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
  { seen }: PaneOnPage,
  { message, item }: { readonly message: string; readonly item: string | RegExp },
): Promise<void> {
  await seen.getByRole("listitem").filter({ hasText: message }).last().click({ button: "right" });
  await page.getByRole("menuitem", { name: item }).click();
}

/** Waits until something is shown; it fails with what was waited for. */
export async function expectSeen(what: Locator): Promise<void> {
  await what.waitFor();
}
