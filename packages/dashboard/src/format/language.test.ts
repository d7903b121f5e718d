import { languageFor } from './language.ts';
import { formatMoney } from './money.tsx';

const noon = (locale: string) =>
  new Intl.DateTimeFormat(
    languageFor(new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()),
    {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    },
  ).format(Date.UTC(2026, 10, 21, 15));

test.each([
  ['en-GB', '21 Nov, 15:00'],
  ['en-US', 'Nov 21, 3:00 PM'],
  ['de-DE', 'Nov 21, 15:00'],
  ['ar-EG', 'Nov 21, 3:00 PM'],
])('a reader of %s reads %s', (locale, text) => {
  expect(noon(locale).replace(/\s/g, ' ')).toBe(text);
});

test('a negative amount has the minus sign of all other numbers', () => {
  expect(formatMoney('EUR', -1.5)).toMatch(/^\u2212.*1.50/);
});
