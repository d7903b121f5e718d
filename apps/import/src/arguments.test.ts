import { ArgumentError } from '@tallyhouse/service';
import { readTask } from './arguments.ts';

const read = (line: string) => readTask(line.split(' '));

test('a whole command line', () => {
  expect(read('--from combined --site blog --host a.example --dry-run a.log b.log.gz -')).toMatchObject({
    format: { name: 'combined' },
    site: 'blog',
    host: 'a.example',
    dryRun: true,
    files: ['a.log', 'b.log.gz', '-'],
  });
});

const formats =
  'combined, nginx-json, caddy-json, cloudfront, goatcounter, umami, plausible, matomo, ga4, tallyhouse';

test.each([
  ['--from ga --site blog x', `--from ga: there is no such format. Accepted: ${formats}.`],
  ['x', 'Say what the files are: --from <format>, one of combined, '],
  ['--from combined x', 'Say where to import to: --site <id>.'],
  ['--from combined --site a/b x', '--site a/b: expected 1 to 64 of A-Z'],
  ['--from combined --site .. x', '--site ..: expected 1 to 64 of A-Z a-z 0-9 . _ -, but not . or ..'],
  ['--from combined --site blog --host a:b:c x', '--host a:b:c: expected a name such as'],
  ['--from combined --site blog', 'Name the files to import; - is standard input.'],
  ...['http://a/b', 'a/b', '*.a.example', 'a?b'].map((host): [string, string] => [
    `--from combined --site blog --host ${host} x`,
    `--host ${host}: expected a name such as`,
  ]),
  ['--from combined --site blog x y ./x', './x is named twice.'],
  ['--from combined --site blog --site shop x', '--site may be given once.'],
  ['--form combined', "Unknown option '--form'"],
])('%s cannot be used', (line, message) => {
  expect(() => read(line)).toThrow(ArgumentError);
  expect(() => read(line)).toThrow(message);
});
