import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { minutesToCatchUp, sessionsOf, spread } from './simulate.ts';

const document = readFileSync('docs/scaling.md', 'utf8');

/** The cells of a table's body, row by row. */
const tables = document
  .split(/\n\n+/)
  .filter((block) => block.startsWith('|'))
  .map((block) =>
    block
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
const tableOf = (first: string) => tables.find(([row]) => row?.[0] === first);

test('the needs of several loads are what the command in the document prints', () => {
  const [command = ''] = /npm run capacity -- --pageviews-per-month .*/.exec(document) ?? [];
  const args = command.split(' ').slice(4);
  expect(args).toContain('test/bench/results/figures.json');
  const printed = execFileSync(process.execPath, ['dist/tallyhouse.js', 'capacity', ...args], {
    encoding: 'utf8',
  });
  const [machine = '', table = ''] = printed.trim().split('\n\n');
  expect(document).toContain(machine);
  expect(document).toContain(table);
});

test('sessions of sites of very different sizes spread over partitions and shards as the document says', () => {
  const sessions = sessionsOf(200_000);
  const rows = [
    [6, 1],
    [6, 2],
    [12, 2],
    [12, 3],
    [12, 4],
    [24, 4],
    [24, 8],
    [48, 8],
    [6, 4],
  ].map(([partitions = 1, shards = 1]) => {
    const found = spread(sessions, partitions, shards);
    return [
      `${partitions} partitions, ${shards} ${shards === 1 ? 'shard' : 'shards'}`,
      ...[found.partition, found.shard, found.largestSite].map((factor) => `${factor.toFixed(2)} x`),
    ];
  });
  expect(tableOf('6 partitions, 1 shard')).toEqual(rows);
});

test('a shard that was away catches up as the document says', () => {
  const rows = [0.5, 0.6, 0.7, 0.8].map((use) => [
    `${use * 100} %`,
    ...[60, 360].map((awayMinutes) => {
      const minutes = minutesToCatchUp({ awayMinutes, use, peak: 3 });
      return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
    }),
  ]);
  expect(tableOf('50 %')).toEqual(rows);
});
