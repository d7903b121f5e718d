import { eventually } from '../harness/eventually.ts';
import { expectOpenToAll, phone } from './barriers.ts';
import { Gate } from './gate.ts';
import { useDashboard } from './stage.ts';

/** The dashboard in languages other than English, which all other tests read. */

const { open } = useDashboard();
const languageOf = 'document.documentElement.lang';

const looks = [
  {
    locale: 'de-AT',
    lang: 'de',
    title: 'blog, Letzte 7 Tage',
    figures: { Besucher: '3 +200 %', Absprungrate: '33,3 % −66,7 PP' },
    compared: /^Besucher ggü\. So\., 8\. – Sa\., 14\. Nov\., bis \d\d:\d\d$/,
    settings: 'Einstellungen von blog',
    others: ['&filter=country:NL', '&report=explore', '&report=access'],
  },
  {
    locale: 'ja-JP',
    lang: 'ja',
    title: 'blog, 過去7日間',
    figures: { 訪問者: '3', 直帰率: '33.3%' },
    compared: /^訪問者 比較：11\/0?8\(日\)～11\/14\(土\)（\d+:\d\dまで）$/,
    settings: 'blogの設定',
    others: ['&report=journeys'],
  },
  {
    locale: 'fr-CH',
    lang: 'fr',
    title: 'blog, 7 derniers jours',
    figures: { Visiteurs: '3 +200 %' },
    compared: /^Visiteurs /,
    settings: 'Réglages de blog',
    others: ['&report=retention'],
  },
  {
    locale: 'es-MX',
    lang: 'es',
    title: 'blog, Últimos 7 días',
    figures: { Visitantes: expect.stringMatching(/^3 \+200 ?%$/) },
    compared: /^Visitantes /,
    settings: 'Ajustes de blog',
    others: ['&page=/guide'],
  },
];
test.each(looks)(
  'a browser for $locale gets texts, dates and numbers in its language; on a phone axe finds nothing, and nothing is wider',
  async ({ locale, lang, title, figures, compared, settings, others }) => {
    const { reader, page, complaints } = await open('/?site=blog', { locale });
    await reader.expectFigures(figures);
    await eventually(() => page.title(), title);
    await reader.expectText('.legend', expect.stringMatching(compared));
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

test('a choice is kept, the language in the address wins, and what the API says stays English', async () => {
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

  // What the API says stays English, and is marked as such.
  await reader.fail('**/api/v1/pages?**', 400, 'No such thing.', 'invalid_parameter');
  await reader.go('/?site=blog&period=today');
  await reader.expectText('[lang=en]:not(option)', 'No such thing.');
  await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
});

test('nothing is shown in English before the texts are there, and English when they cannot be loaded', async () => {
  const { reader, page, complaints } = await open('/?site=blog&report=funnel');
  await reader.settled();
  const german = new Gate();
  await german.close(page, '**/assets/de-*.js');
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
