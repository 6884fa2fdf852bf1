// Every embed and component on the Stage: its accessibility tree, no accessibility violations, and
// no requests to other hosts.
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, scrolled, type OpenConsole } from "./console-page.ts";
import { fixtures, type Fixture } from "./stage-fixtures.ts";
import { paneOf } from "./stage-panes.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];
/** The hosts that the pages sent requests to. */
const hosts = new Set<string>();
const SKU = "900000000000000001";
const groups = Object.entries(fixtures(SKU));

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  await service.control("POST /skus", {
    id: SKU,
    application: "Concierge",
    name: "A boat",
    type: 2,
  });
}, BUILD_MS);

afterAll(async () => {
  await close();
});

/** Sends a message as the application. @returns its id */
async function sent(channel: string, { message, file }: Fixture): Promise<string> {
  const form = new FormData();
  form.set("payload_json", JSON.stringify(message));
  if (file !== undefined) {
    form.set("files[0]", new Blob([file.content], { type: file.type }), file.name);
  }
  const response = await fetch(`${service.url}/api/v10/channels/${channel}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${demo.botToken}` },
    body: form,
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { readonly id: string }).id;
}

/** An image that is twice as high as wide. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="40"><rect width="20" height="40"/></svg>';

/** Removes what differs from run to run. */
function lasting(snapshot: string): string {
  return `${snapshot
    .replaceAll(/(\d+ \w+ \d{4}, )?\d\d:\d\d:\d\d(\.\d{3})?/g, "TIME")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "SERVICE")
    .replaceAll(/\d{17,20}/g, "ID")
    .replaceAll(/\?ex=\S+/g, "")}\n`;
}

describe.each(groups)("%s", (group, each) => {
  let page: Page;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const form = { guild: demo.guildId, name: group.replaceAll(" ", "-") };
    const channel = (await service.control("POST /channels", form)).body as { readonly id: string };
    for (const fixture of each) ids.set(fixture.name, await sent(channel.id, fixture));
    page = await context.newPage();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${service.url}/console/stage/${demo.guildId}/${channel.id}?as=alice`);
    await paneOf(page, "alice")
      .messageList.getByRole("listitem")
      .nth(each.length - 1)
      .waitFor();
  });
  afterAll(() => page.close());

  test.each(each)("$name matches its accessibility snapshot", async ({ name }) => {
    const snapshot = await page.locator(`[data-message="${ids.get(name)}"]`).ariaSnapshot();
    const file = join(import.meta.dirname, "stage-fixtures", `${name.replaceAll(/\W+/g, "-")}.yml`);
    await expect(lasting(snapshot)).toMatchFileSnapshot(file);
  });

  test("do not overflow the list at any width", async () => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { messageList } = paneOf(page, "alice");
      expect(await scrolled(messageList), `at ${width}`).toMatchObject({ beside: 0 });
    }
  });

  test("have no accessibility violations in any theme or width", async () => {
    expect(await barriers(page, "section[aria-label=alice] ol")).toEqual([]);
  });
});

test("disabled buttons look the same in every style, and different from enabled ones", async () => {
  const styles = [1, 2, 3, 4];
  const buttons = styles.flatMap((style) =>
    [true, false].map((disabled) => ({
      type: 2,
      style,
      label: `${style}`,
      custom_id: `${style} ${disabled}`,
      disabled,
    })),
  );
  const rows = [buttons.slice(0, 4), buttons.slice(4)].map((components) => ({
    type: 1,
    components,
  }));
  const message = { content: "styles", components: rows };
  const id = await sent(demo.generalId, { name: "styles", message });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/${demo.guildId}/${demo.generalId}?as=alice`);
  await page.locator(`[data-message="${id}"]`).waitFor();
  const looks = await page.evaluate<string[]>(`
    [...document.querySelectorAll('[data-message="${id}"] button')]
      .filter((each) => /^\\d$/.test(each.textContent))
      .map((each) => getComputedStyle(each))
      .map(({ color, backgroundColor, borderColor }) => color + backgroundColor + borderColor)
  `);
  const [off, on] = [0, 1].map((rest) => looks.filter((_, i) => i % 2 === rest));
  expect([new Set(off).size, new Set(on).size]).toEqual([1, styles.length]);
  expect(on).not.toContain(off?.[0]);
  await page.close();
});

test("the @everyone role is shown with a single @", async () => {
  const message = { content: `for <@&${demo.guildId}>` };
  const id = await sent(demo.generalId, { name: "role", message });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/${demo.guildId}/${demo.generalId}?as=alice`);
  const paragraph = page.locator(`[data-message="${id}"] p`);
  await expect.poll(() => paragraph.textContent()).toBe("for @everyone");
  await page.close();
});

test("no other host receives a request", () => {
  expect([...hosts]).toEqual([new URL(service.url).host]);
});

describe("media of other hosts", () => {
  const url = "https://pictures.example/boat.png";
  const requests: string[] = [];
  let page: Page;

  beforeAll(async () => {
    const channel = demo.generalId;
    await sent(channel, { name: "picture", message: { embeds: [{ image: { url } }] } });
    page = await context.newPage();
    await page.route("https://pictures.example/**", (route) => {
      requests.push(route.request().url());
      return route.fulfill({ contentType: "image/svg+xml", body: picture });
    });
    await page.goto(`${service.url}/console/stage/${demo.guildId}/${channel}?as=alice`);
  });
  afterAll(() => page.close());

  test("are loaded only on request, without losing the draft", async () => {
    const { messageList, field } = paneOf(page, "alice");
    await messageList.getByText("at pictures.example").waitFor();
    await field.fill("half a thought");
    expect(requests).toEqual([]);
    const address = page.url();
    await messageList.getByRole("button", { name: "Load" }).click();
    const frame = messageList.locator(`iframe[title="${url}"]`);
    await frame.contentFrame().getByRole("img", { name: url }).waitFor();
    // As wide as images of this host are shown, and twice as high.
    await expect.poll(() => frame.boundingBox()).toMatchObject({ width: 160, height: 320 });
    expect([requests, await field.inputValue(), page.url()]).toEqual([
      [url],
      "half a thought",
      address,
    ]);
  });

  test("remain blocked for the page itself by its content policy", async () => {
    const before = requests.length;
    const refused = await page.evaluate<string>(`new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      new Image().src = "https://pictures.example/other.png";
    })`);
    expect([refused, requests.length]).toEqual(["img-src", before]);
  });
});

test("there are at least twenty-four fixtures", () => {
  expect(groups.flatMap(([, each]) => each).length).toBeGreaterThanOrEqual(24);
});
