import { text } from 'node:stream/consumers';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { now } from '../api/present.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';

/** A part of the page: as Playwright finds it, or a selector of CSS. */
type Part = Locator | string;

/** Someone in front of the dashboard, with a browser profile of their own. Texts have simple spaces. */
export class Reader {
  /** The errors of the browser, and every request to another origin. Should stay empty. */
  readonly complaints: string[] = [];
  /** What was requested below /api/. */
  readonly requests: string[] = [];

  readonly page: Page;
  /** Itself: a test takes it and its page from what opens it. */
  readonly reader = this;

  constructor(page: Page) {
    this.page = page;
  }

  panel = (name: string) => this.page.getByRole('region', { name, exact: true });
  button = (name: string | RegExp) => this.page.getByRole('button', { name }).first();
  /** Clicks on buttons, one after the other. */
  click = async (...names: (string | RegExp)[]) => {
    for (const name of names) await this.button(name).click();
  };
  dialog = () => this.page.getByRole('dialog');
  heading = () => this.page.getByRole('heading', { level: 1 });
  items = (list: string) => this.page.getByRole('list', { name: list }).getByRole('listitem');
  /** The sites that the open site switcher offers. */
  siteOptions = () => this.page.getByRole('listbox', { name: 'Sites' }).getByRole('option');

  /** The rows of a list, by the name of its panel; a line is between two cells. Changes are no part of them. */
  async rows(panel: Part): Promise<string[]> {
    const within = typeof panel === 'string' ? this.panel(panel) : panel;
    const rows: string[][] = await within
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) =>
          Array.from(
            row.querySelectorAll(':scope > :not(.change)'),
            (cell: { innerText: string }) => cell.innerText,
          ),
        ),
      );
    return rows.map((cells) => cells.map(plain).filter(Boolean).join(' | '));
  }

  /** A number of the summary or of a page's view, with its growth when there is one. */
  async figure(name: string): Promise<string> {
    const [text = ''] = await this.page.locator('.figure', { hasText: name }).allInnerTexts();
    return plain(text.replace(name, ''));
  }

  async texts(part: Part): Promise<string[]> {
    const found = typeof part === 'string' ? this.page.locator(part) : part;
    return (await found.allInnerTexts()).map(plain);
  }

  /**
   * Goes to another address of the dashboard within the page, as the browser's back and forward do, and waits until the page has begun
   * to draw it. Only reports are loaded.
   */
  async go(address: string): Promise<void> {
    // Else the page may not have taken its key from the address, and not listen yet.
    await this.settled();
    await this.draw(address);
  }

  /** Goes to an address as from nowhere: no panel is as it was, nor is anything kept in the browser but the key of the tab. */
  async begin(address: string): Promise<void> {
    const { page } = this;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.setViewportSize(laptop);
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.evaluate('localStorage.clear()');
    // An address that is not valid draws nothing else.
    await this.draw('?begin');
    await this.draw(address);
    this.requests.splice(0);
  }

  private async draw(address: string): Promise<void> {
    await this.page.evaluate(`new Promise((done) => {
      history.pushState(null, '', ${JSON.stringify(address)});
      dispatchEvent(new PopStateEvent('popstate'));
      requestAnimationFrame(() => requestAnimationFrame(done));
    })`);
  }

  /** A field by its whole label. */
  field = (label: string | RegExp) => this.page.getByLabel(label, { exact: true });
  /** Fills fields, each by its label, which only one has. */
  fill = async (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await this.field(label).fill(text);
  };
  /** Follows links, one after the other. */
  follow = async (...links: string[]) => {
    for (const name of links) await this.page.getByRole('link', { name }).first().click();
  };
  /** Waits for texts, one after the other. */
  says = async (...texts: (string | RegExp)[]) => {
    for (const text of texts) await this.page.getByText(text).waitFor();
  };
  /** Clicks on a button, and waits for what the page says then. */
  clickUntil = async (button: string, ...texts: (string | RegExp)[]) => {
    await this.click(button);
    await this.says(...texts);
  };

  parameter = (name: string) => new URL(this.page.url()).searchParams.get(name);
  focused = () => this.page.evaluate<string>('document.activeElement.textContent');
  busy = () => this.page.locator('[aria-busy=true], .skeleton').count();

  // In what is expected, a regular expression stands for a text that it matches.
  expectRows = (panel: Part, rows: readonly unknown[]) =>
    eventually(() => this.rows(panel), rows.map(matching));
  expectSomeRows = (panel: Part, ...rows: unknown[]) =>
    eventually(() => this.rows(panel), expect.arrayContaining(rows.map(matching)));
  expectTexts = (part: Part, texts: readonly unknown[]) =>
    eventually(() => this.texts(part), texts.map(matching));
  expectText = (part: Part, text: unknown) => this.expectTexts(part, [text]);
  expectChips = (chips: readonly unknown[]) => this.expectTexts('.chosen .chip .words', chips);
  expectParameter = (name: string, value: string | null) =>
    eventually(async () => this.parameter(name), value);
  /** Waits until there is a view, and nothing of it is loading. */
  async settled(): Promise<void> {
    await this.page.locator('main > :not(.on-paper)').first().waitFor({ state: 'attached' });
    await eventually(this.busy, 0);
  }

  /** Waits for headline numbers, and not for those of before a comparison has come. */
  expectFigures(expected: Record<string, unknown>): Promise<void> {
    const figures = async () => {
      await this.settled();
      const found = Object.keys(expected).map(async (name) => [name, await this.figure(name)]);
      return Object.fromEntries(await Promise.all(found));
    };
    const values = Object.entries(expected).map(([name, value]) => [name, matching(value)]);
    return eventually(figures, Object.fromEntries(values));
  }

  /** Waits for what the line says at its point; some versions of a browser write a comma behind the weekday, or "at". */
  expectSlider(name: string, words: unknown): Promise<void> {
    const line = this.page.getByRole('slider', { name });
    const said = async () => (await line.getAttribute('aria-valuetext'))?.replaceAll(/,| at/g, '');
    return eventually(said, matching(words));
  }

  /** Chooses an option of a select. */
  choose = (label: string, option: string) => this.page.getByLabel(label).selectOption(option);

  /** Types into a field, and sends it with Enter. */
  async enter(label: string | RegExp, text: string): Promise<void> {
    await this.field(label).fill(text);
    await this.field(label).press('Enter');
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Goes to another site by its name. @param typed in the search first: the list begins with the busiest sites, and ends somewhere */
  async chooseSite(name: string, typed = ''): Promise<void> {
    await this.button(/^Site: /).click();
    if (typed) await this.page.getByRole('combobox', { name: 'Search sites' }).fill(typed);
    await this.siteOptions()
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .click();
  }

  /** Clicks on a button that downloads a file. */
  async saved(button: string | RegExp): Promise<[name: string, text: string]> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.button(button).click()]);
    return [download.suggestedFilename(), await text(await download.createReadStream())];
  }

  /** Answers requests for some addresses of the API with an error until `page.unroute`. */
  async fail(pattern: string, status: number, message: string, code = 'unavailable'): Promise<void> {
    const answer = { status, json: { error: { code, message } } };
    await this.page.route(pattern, (route) => route.fulfill(answer));
  }
}

const matching = (expected: unknown) =>
  expected instanceof RegExp ? expect.stringMatching(expected) : expected;

const laptop = { width: 1280, height: 900 };

/** Some languages have wider and narrower spaces between number and sign. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What a browser says by itself: that a report was refused, or that there is no network; some tests are about that. */
const expected = /status of (40[01]|50[34])|ERR_INTERNET_DISCONNECTED/;

export interface ReaderOptions extends BrowserContextOptions {
  /** `service` (the default) shows the present of the tests' query service, and goes on. */
  clock?: 'service' | 'real';
}

/** Opens the dashboard in a new profile: by default of a person in Amsterdam who reads English. */
export async function openReader(
  browser: Browser,
  address: string,
  { clock = 'service', ...options }: ReaderOptions = {},
): Promise<Reader> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: laptop,
    // An animation that never ends would draw all the time, next to other tests.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const reader = new Reader(await context.newPage());
  const { complaints, page, requests } = reader;
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, origin, pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname + search);
    if (protocol !== 'blob:' && origin !== new URL(address).origin) complaints.push(request.url());
  });
  if (clock === 'service') await page.clock.install({ time: now });
  await page.goto(address);
  return reader;
}
