import { firstLanguage } from './language.ts';

test.each([
  ['de-AT', 'de-AT'],
  ['de-at,de;q=0.9,en;q=0.8', 'de-AT'],
  ['EN_us', 'en-US'],
  [' nl;q=0.7', 'nl'],
  ['zh-Hant-TW', 'zh-TW'],
  ['sr-Latn', 'sr'],
  ['es-419,es', 'es-419'],
  ['de-DE-1996', 'de-DE'],
  ['fil-PH', 'fil-PH'],
  ['', ''],
  ['*', ''],
  ['*,de', ''],
  ['x', ''],
  ['german', ''],
  ['=1+1', ''],
  [`${' '.repeat(10_000)}!`, ''],
])('%.20j is %j', (list, language) => {
  expect(firstLanguage(list)).toBe(language);
});
