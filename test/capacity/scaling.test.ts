import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFigures } from '../bench/capacity/figures.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

const inFolder = folderOfFile();
const document = readFileSync('docs/scaling.md', 'utf8');

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

test('what is written of the room for messages is by the same figures', () => {
  const bytes = readFigures('test/bench/results/figures.json').of('consumer: bytes a message');
  const written = `some ${Math.round(bytes / 50) * 50} bytes`;
  expect(readFileSync('docs/kafka.md', 'utf8')).toContain(`A ping takes ${written}, times the replicas`);
  const small = readFileSync('deploy/kubernetes/overlays/small/kafka.yaml', 'utf8');
  const [, kept = '', millions, volume] =
    /A ping takes (.+) and stays.*: (\d+) million.*\s+storage: (\d+)Gi/.exec(small) ?? [];
  expect(kept).toBe(written);
  // Kafka deletes whole segments, and not the last one, of 1 GiB, of each of the 6 partitions.
  expect(Number(millions) * 1e6 * bytes).toBeLessThan((Number(volume) - 6) * 2 ** 30);
});

test('figures that are missing are named, with the command that measures them', () => {
  const file = inFolder('other.json');
  const facts = [{ name: 'disk: pageviews stored', value: 1 }];
  writeFileSync(file, JSON.stringify({ machine: 'one', facts }));
  expect(() => readFigures(file)).toThrow('lacks "ingest: CPU seconds a ping, one a request"');
  expect(() => readFigures(file)).toThrow(`npm run bench -- --only ingest,consumer,disk --json ${file}`);
  expect(() => readFigures(inFolder('none.json'))).toThrow('none.json cannot be read');
});
