import { readView, type View, viewText } from './view.ts';

const plain: View = {
  site: undefined,
  period: '7d',
  timezone: 'Europe/Amsterdam',
  compare: 'previous',
  granularity: undefined,
  filters: [],
  page: undefined,
};

test('an empty address is the last seven days where the reader is', () => {
  expect(readView('', 'Europe/Amsterdam')).toEqual(plain);
});

test.each<View>([
  plain,
  {
    site: 'blog',
    period: { first: '2026-11-01', last: '2026-11-21' },
    timezone: 'America/New_York',
    compare: 'none',
    granularity: 'week',
    filters: [
      { dimension: 'country', operator: '!:', values: ['NL', ''] },
      { dimension: 'page', operator: '~', values: ['/a b&c=d#e'] },
    ],
    page: '/pão?x=1&y',
  },
  { ...plain, compare: 'year' },
  { ...plain, compare: { first: '2026-10-01', last: '2026-10-07' } },
])('%j comes back from its address', (view) => {
  expect(readView(viewText(view), 'Europe/Amsterdam')).toEqual(view);
});

test('what makes no sense is left out', () => {
  const made = '?site=<b>&period=soon&tz=Mars/Base&by=heart&filter=x&page=..&compare=maybe';
  expect(readView(made, 'Europe/Amsterdam')).toEqual(plain);
});
