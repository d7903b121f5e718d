import { eventually } from '../harness/eventually.ts';
import { expectOpenToAll, phone } from './barriers.ts';
import { useDashboard } from './stage.ts';

/** The dashboard in languages other than English, which all other tests read. */

const { open } = useDashboard();
const languageOf = 'document.documentElement.lang';

test.each([
  {
    locale: 'de-AT',
    lang: 'de',
    title: 'blog, Letzte 7 Tage',
    figures: { Besucher: '3 +200 %', Absprungrate: '33,3 % −66,7 PP' },
    compared: /^Besucher ggü\. So\., 8\. – Sa\., 14\. Nov\., bis \d\d:\d\d$/,
    settings: 'Einstellungen von blog',
  },
  {
    locale: 'ja-JP',
    lang: 'ja',
    title: 'blog, 過去7日間',
    figures: { 訪問者: '3', 直帰率: '33.3%' },
    compared: /^訪問者 比較：11\/0?8\(日\)～11\/14\(土\)（\d+:\d\dまで）$/,
    settings: 'blogの設定',
  },
])('a browser for $locale gets texts, dates and numbers in its language', async (expected) => {
  const { reader, page, complaints } = await open('/?site=blog', { locale: expected.locale });
  await reader.expectFigures(expected.figures);
  await eventually(() => page.title(), expected.title);
  await reader.expectText('.legend', expect.stringMatching(expected.compared));
  await page.goto(page.url().replace(/\?.*/, '?site=blog&report=settings'));
  await eventually(() => reader.heading().textContent(), expected.settings);
  expect(await page.evaluate(languageOf)).toBe(expected.lang);
  // There is no entry of the site in a file.
  await reader.settled();
  complaints.splice(0);
});

test.each([
  ['de', '&filter=country:NL', '&report=explore', '&report=access'],
  ['fr', '', '&report=retention'],
  ['es', '', '&page=/guide'],
  ['ja', '', '&report=journeys'],
])('on a phone axe finds nothing in %s, and nothing is wider than it', async (lang, ...searches) => {
  const { reader, page } = await open(`/?site=blog&lang=${lang}`);
  for (const search of searches) {
    await reader.go(`/?site=blog${search}&lang=${lang}`);
    await reader.settled();
    expect(await page.evaluate(languageOf)).toBe(lang);
    await expectOpenToAll(reader, phone);
  }
});

test('a choice is kept, and the language in the address wins', async () => {
  const { reader, page } = await open('/?site=blog&lang=fr&report=retention');
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
});

test('nothing is shown in English before the texts are there, and English when they cannot be loaded', async () => {
  const { reader, page, complaints } = await open('/?site=blog&report=funnel');
  await reader.settled();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route('**/assets/de-*.js', async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await page.goto(`${page.url()}&lang=de`, { waitUntil: 'commit' });
  await asked;
  expect(await page.locator('main').count()).toBe(0);
  answer();
  await eventually(() => reader.heading().textContent(), 'Trichter');
  await page.unroute('**/assets/de-*.js');
  await page.route('**/assets/ja-*.js', (route) => route.abort());
  await page.goto(page.url().replace('lang=de', 'lang=ja'));
  await eventually(() => reader.heading().textContent(), 'Funnel');
  expect(await page.evaluate(languageOf)).toBe('en');
  // The browser says so too.
  complaints.splice(0);
});

test('what the API says stays English, and is marked as such', async () => {
  const { reader, page } = await open('/?site=blog&lang=de');
  await reader.settled();
  await reader.fail('**/api/v1/pages?**', 400, 'No such thing.', 'invalid_parameter');
  await reader.choose('Zeitraum', 'Heute');
  await reader.expectText('[lang=en]:not(option)', 'No such thing.');
  await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
});
