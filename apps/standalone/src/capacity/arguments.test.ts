import { readTask } from './arguments.ts';

const load = (...args: string[]) => {
  const task = readTask(['--pageviews-per-day', '50m', ...args]);
  return task.kind === 'estimate' ? task.loads[0].load : undefined;
};

test('a number of pageviews is enough', () => {
  expect(readTask(['--pageviews-per-day', '50m'])).toEqual({
    kind: 'estimate',
    figures: 'bench.json',
    loads: [
      {
        name: '50m a day',
        load: {
          pageviewsPerDay: 50_000_000,
          keepDays: 365,
          keepPingsDays: 365,
          peak: 3,
          kafkaHours: 168,
          kafkaReplicas: 3,
          serverCores: 8,
          serverDisk: 4e12,
          use: 0.6,
        },
      },
    ],
  });
});

test('several numbers are several loads, of a day or of a month of 30 days', () => {
  const views = (...args: string[]) => {
    const task = readTask(args);
    return task.kind === 'estimate' && task.loads.map(({ name, load }) => [name, load.pageviewsPerDay]);
  };
  expect(views('--pageviews-per-day', '1k, 2k')).toEqual([
    ['1k a day', 1000],
    ['2k a day', 2000],
  ]);
  expect(views('--pageviews-per-month', '30m,3b')).toEqual([
    ['30m a month', 1_000_000],
    ['3b a month', 100_000_000],
  ]);
});

test('figures are compared with others in place of an estimate', () => {
  expect(readTask(['--figures', 'small.json', '--against', 'large.json'])).toEqual({
    kind: 'compare',
    figures: 'small.json',
    against: 'large.json',
  });
});

test('raw pings are kept as long as all else, unless it is said otherwise', () => {
  expect(load('--keep-days', '30')).toMatchObject({ keepDays: 30, keepPingsDays: 30 });
  expect(load('--keep-days', '30', '--keep-pings-days', '7')).toMatchObject({
    keepDays: 30,
    keepPingsDays: 7,
  });
});

test.each([
  ['500k', 500_000],
  ['1.5M', 1_500_000],
  ['10b', 10_000_000_000],
  ['7', 7],
])('%s pageviews are %d', (text, expected) => {
  expect(readTask(['--pageviews-per-day', text])).toMatchObject({
    loads: [{ load: { pageviewsPerDay: expected } }],
  });
});

test.each([
  [[], '--pageviews-per-day is required'],
  [['--pageviews-per-day', 'many'], '--pageviews-per-day many: expected a number'],
  [['--pageviews-per-month', '1m,'], '--pageviews-per-month : expected a number'],
  [['--pageviews-per-day', '1m', '--pageviews-per-month', '1m'], 'not both'],
  [['--pageviews-per-day', '1m', '--server-disk-tb', '0'], '--server-disk-tb 0: expected a number from 0.01'],
  [['--pageviews-per-day', '0'], '--pageviews-per-day 0: expected a number'],
  [['--pageviews-per-day', '1m', '--keep-days', '0'], '--keep-days 0: expected a number from 1 to 36500.'],
  [['--pageviews-per-day', '1m', '--use', '2'], '--use 2: expected a number from 0.05 to 1.'],
  [['--pageviews-per-day', '1m', '--peak', '-1'], '--peak'],
  [['--pageviews', '1m'], "Unknown option '--pageviews'"],
])('%j is refused in words', (args, message) => {
  expect(() => readTask(args)).toThrow(message);
});
