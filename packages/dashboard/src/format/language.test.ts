import { languageFor } from './language.ts';

const noon = (locale: string) =>
  new Intl.DateTimeFormat(
    languageFor(new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()),
    { timeZone: 'UTC', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  ).format(Date.UTC(2026, 10, 21, 15));

test.each([
  ['en-GB', '21 Nov, 15:00'],
  ['en-US', 'Nov 21, 3:00 PM'],
  ['de-DE', 'Nov 21, 15:00'],
  ['ar-EG', 'Nov 21, 3:00 PM'],
])('a reader of %s reads %s', (locale, text) => {
  expect(noon(locale).replace(/\s/g, ' ')).toBe(text);
});
