import { eventually } from '../harness/eventually.ts';
import { everyLook, expectOpenToAll, phone } from './barriers.ts';
import { Gate } from './gate.ts';
import { useDashboard } from './stage.ts';
import { event, trafficOf } from './traffic.ts';

/** The dashboard for those who use a keyboard or a screen reader, need other colours, or read other languages. Every view: views.long.test.ts. */

const pings = trafficOf('barriers');
const dashboard = useDashboard([
  ...pings,
  ...pings.map((ping) => ({
    ...ping,
    ...event(ping.pinged_at + 1000, 'Purchase', { props: { plan: 'pro' } }),
  })),
]);

test('axe finds nothing in the dashboard, light, dark and on a phone, nothing is wider than the window, and paper has all of it', async () => {
  const { reader, page } = await dashboard.open('/?site=blog&filter=country:NL|US&filter=page~guide');
  await reader.expectFigures({ Visitors: '3 from 0' });
  await expectOpenToAll(reader, everyLook);

  // On paper every view has a heading and no controls, and nothing is cut off.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  const dutch = 'Country is Netherlands';
  for (const [search, heading, narrowed] of [
    ['', '', `${dutch} · Goal: Page is /guide`],
    ['&report=retention', 'Retention', dutch],
    ['&report=journeys&single=1', 'Journeys', dutch],
    ['&report=funnel&step=page:/&step=page:/guide', 'Funnel', dutch],
    ['&report=explore&metrics=visits&dimensions=source', 'Explore', `${dutch} · Goal: Page is /guide`],
    ['&report=crawlers&crawl=operator:OpenAI', 'Crawlers', 'Operator is OpenAI'],
  ]) {
    await reader.go(`/?site=blog&filter=country:NL&goal=page:/guide${search}`);
    await reader.settled();
    const about = `${heading}.*blog, last 7 days .*15 – 21 Nov · Europe/Amsterdam · ${narrowed}$`;
    await reader.expectText('.on-paper', new RegExp(about));
    const controls = 'select:visible, header button:visible, .search:visible, .chip:visible';
    expect(await page.locator(controls).count()).toBe(0);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth <= 720'), true);
    const rights = await page
      .locator('canvas, table, .bar, .track')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(720);
  }
  // A list in full is all of its paper.
  await reader.go('/?site=blog&detail=source');
  await reader.settled();
  await reader.expectTexts('.card:visible h2', ['Sources']);
  // Settings show their choices.
  await reader.go('/?site=blog&report=settings');
  await page.locator('.settings select').first().waitFor();
});

test('axe finds nothing in the demo page, and it is no wider than the window', async () => {
  const { reader, page, complaints } = await dashboard.open('/docs', { key: '' });
  await page.route('**/tracker.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(new URL('/demo', page.url()).href);
  await expectOpenToAll(reader);
  // The page loads the tracker from ingest, another origin.
  await eventually(async () => complaints, ['http://127.0.0.1:3001/tracker.js']);
  complaints.splice(0);
});

test('the switch goes round from the colours of the system to light and dark, and is kept', async () => {
  const { page, button, click } = await dashboard.open('/?site=shop', { colorScheme: 'dark' });
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await click('More');
  const dark = await ground();
  await button('Colours: same as system. Change to light').click();
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.reload();
  expect(await ground()).toBe(light);
  await click('More');
  await button('Colours: light. Change to dark').click();
  expect(await ground()).toBe(dark);
});

test('everything that is clicked can be reached and used by keyboard, with a focus that shows', async () => {
  const { reader, page } = await dashboard.open('/?site=barriers');
  await reader.settled();
  const reached = new Set<string>();
  // Until the focus has left the page again.
  for (let step = 0; step < 250; step++) {
    await reader.press('Tab');
    const { left, name, outline } = await page.evaluate<Record<string, string | boolean>>(`(() => {
      const one = document.activeElement;
      const name = one.getAttribute('aria-label') || one.textContent || one.name || '';
      return { left: one === document.body, name: name.trim(), outline: getComputedStyle(one).outlineStyle };
    })()`);
    if (left) break;
    reached.add(`${name}`);
    expect(outline).not.toBe('none');
  }
  const wanted = `Skip to the reports, Site: barriers, More, Filter, Period, Compare with, About Visitors, Visitors over time,
    Search pages, Open /guide, Campaigns, Netherlands, Funnel, Goal…, Purchase, Properties of Purchase, Phone, Visits (CSV)`;
  expect([...reached]).toEqual(expect.arrayContaining(wanted.split(/,\s+/)));
  await reader.button('Netherlands').focus();
  await reader.press('Enter');
  await reader.expectChips(['Country is Netherlands']);
});

const languageOf = 'document.documentElement.lang';

const looks = [
  {
    locale: 'de-AT',
    lang: 'de',
    colon: ': ',
    title: 'blog, Letzte 7 Tage',
    figures: { Besucher: '3 +200 %', Absprungrate: '33,3 % −66,7 PP' },
    compared: /^Besucher ggü\. So\., 8\. – Sa\., 14\. Nov\., bis \d\d:\d\d$/,
    settings: 'Einstellungen von blog',
    others: ['&filter=country:NL', '&report=explore', '&report=access'],
  },
  {
    locale: 'ja-JP',
    lang: 'ja',
    colon: '：',
    title: 'blog, 過去7日間',
    figures: { 訪問者: '3 +200%', 直帰率: '33.3% −66.7 pt' },
    compared: /^訪問者 比較：11\/0?8\(日\)～11\/14\(土\)（\d+:\d\dまで）$/,
    settings: 'blogの設定',
    others: ['&report=journeys'],
  },
  {
    locale: 'fr-CH',
    lang: 'fr',
    colon: '\u00a0: ',
    title: 'blog, 7 derniers jours',
    figures: { Visiteurs: '3 +200%' },
    compared: /^Visiteurs /,
    settings: 'Réglages de blog',
    others: ['&report=retention'],
  },
  {
    locale: 'es-MX',
    lang: 'es',
    colon: ': ',
    title: 'blog, últimos 7 días',
    figures: { Visitantes: /^3 \+200 ?%$/ },
    compared: /^Visitantes /,
    settings: 'Ajustes de blog',
    others: ['&page=/guide'],
  },
];
test.each(looks)(
  'a browser for $locale gets texts, dates and numbers in its language; on a phone axe finds nothing, and nothing is wider',
  async ({ locale, lang, colon, title, figures, compared, settings, others }) => {
    const { reader, page, complaints } = await dashboard.open('/?site=blog', { locale });
    await reader.expectFigures(figures);
    await eventually(() => page.title(), title);
    await reader.expectText('.legend', compared);
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toContain(colon);
    expect(await page.evaluate(languageOf)).toBe(lang);
    await expectOpenToAll(reader, phone);
    for (const search of others) {
      await reader.go(`/?site=blog${search}`);
      await expectOpenToAll(reader, phone);
    }
    await reader.go('/?site=blog&report=settings');
    await eventually(() => reader.heading().textContent(), settings);
    // There is no entry of the site in a file.
    await reader.settled();
    complaints.splice(0);
  },
);

test('a choice is kept, by the address where the browser keeps nothing; the language in the address wins, and what the API says stays English', async () => {
  const { reader, page } = await dashboard.open('/?site=blog&lang=fr&report=retention');
  await reader.button('Plus').click();
  await reader.choose('Langue', 'es');
  await reader.button('Más').click();
  await eventually(() => page.getByLabel('Idioma').inputValue(), 'es');
  await reader.expectParameter('lang', null);
  await page.reload();
  await eventually(() => reader.heading().textContent(), 'Retención');
  await page.goto(`${page.url()}&lang=de`);
  await eventually(() => reader.heading().textContent(), 'Wiederkehr');
  await page.getByRole('link', { name: 'Trichter' }).click();
  await reader.expectParameter('lang', 'de');

  await reader.fail('**/api/v1/pages?**', 400, 'No such thing.', 'invalid_parameter');
  await reader.go('/?site=blog&period=today');
  await reader.expectText('[lang=en]:not(option)', 'No such thing.');
  await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();

  const off = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off'); } })";
  await page.addInitScript(off);
  await page.goto(`${dashboard.url}/?site=blog&report=retention&filter=country:NL`);
  await reader.click(/^Filter$/);
  await reader.enter('Save the filter as a segment', 'Dutch');
  await reader.press('Escape');
  await reader.click('Remove the filter', /^Filter$/);
  await reader.clickUntil('Delete Dutch');
  await reader.press('Escape');
  await reader.button('More').click();
  await reader.choose('Language', 'es');
  await eventually(() => reader.heading().textContent(), 'Retención');
  expect(reader.parameter('lang')).toBe('es');
});

test('nothing is shown in English before the texts are there, and English when they cannot be loaded', async () => {
  const { reader, page, complaints } = await dashboard.open('/?site=blog&report=funnel');
  await reader.settled();
  const german = await Gate.close(page, '**/assets/de-*.js');
  await page.goto(`${page.url()}&lang=de`, { waitUntil: 'commit' });
  await eventually(async () => german.held, 1);
  expect(await page.locator('main').count()).toBe(0);
  german.release();
  await eventually(() => reader.heading().textContent(), 'Trichter');
  await page.route('**/assets/ja-*.js', (route) => route.abort());
  await page.goto(page.url().replace('lang=de', 'lang=ja'));
  await eventually(() => reader.heading().textContent(), 'Funnel');
  expect(await page.evaluate(languageOf)).toBe('en');
  // The browser says so too.
  complaints.splice(0);
});
