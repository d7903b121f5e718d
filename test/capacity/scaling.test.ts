import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFigures } from '../bench/capacity/figures.ts';
import { tablesOf } from '../docs/markdown.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { minutesToCatchUp, sessionsOf, spread } from './simulate.ts';

const inFolder = folderOfFile();
const document = readFileSync('docs/scaling.md', 'utf8');
const tableOf = (first: string) => tablesOf(document).find(({ rows }) => rows[0]?.[0] === first)?.rows;

test('the needs of several loads are what the command in the document prints', () => {
  const [command = ''] = /npm run capacity -- --pageviews-per-month .*/.exec(document) ?? [];
  const args = command.split(' ').slice(4);
  expect(args).toContain('test/bench/results/figures.json');
  execFileSync(process.execPath, ['test/bench/build.js']);
  const program = ['dist/bench/capacity/main.js', ...args];
  const printed = execFileSync(process.execPath, program, { encoding: 'utf8' });
  const [machine = '', table = ''] = printed.trim().split('\n\n');
  expect(document).toContain(machine);
  expect(document).toContain(table);
});

test('figures that are missing are named, with the command that measures them', () => {
  const file = inFolder('other.json');
  const facts = [{ name: 'disk: pageviews stored', value: 1 }];
  writeFileSync(file, JSON.stringify({ machine: 'one', facts }));
  expect(() => readFigures(file)).toThrow('lacks "ingest: CPU seconds a ping, one a request"');
  expect(() => readFigures(file)).toThrow(`npm run bench -- --only ingest,consumer,disk --json ${file}`);
  expect(() => readFigures(inFolder('none.json'))).toThrow('none.json cannot be read');
});

test('sessions of sites of very different sizes spread over partitions and shards as the document says', () => {
  const sessions = sessionsOf(200_000);
  const asked = '6 1, 6 2, 12 2, 12 3, 12 4, 24 4, 24 8, 48 8, 6 4'.split(', ');
  const rows = asked.map((pair) => {
    const [partitions = 1, shards = 1] = pair.split(' ').map(Number);
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
