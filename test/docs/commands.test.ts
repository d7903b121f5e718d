import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { usage as capacityUsage } from '../bench/capacity/arguments.ts';
import { help as benchHelp } from '../bench/options.ts';
import { documents } from './markdown.ts';

/** Commands in the documents have programs and options that exist. Other tests show what they do, and that each prints its usage. */

interface Command {
  file: string;
  script: string;
  options: string[];
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The changelog may name commands of the past. */
const current = documents().filter((file) => file !== 'CHANGELOG.md');
const commands = current.flatMap((file) => commandsOf(file, readFileSync(file, 'utf8')));

/** The help of each program, by its script. */
const usages = new Map([...usagesOfPrograms(), ['bench', benchHelp], ['capacity', capacityUsage]]);

test('the documents name scripts of package.json alone', () => {
  expect(commands.length).toBeGreaterThan(100);
  const unknown = commands.filter(({ script }) => !(script in scripts));
  expect(unknown.map(({ file, script }) => `${file}: npm run ${script}`)).toEqual([]);
});

test('the scripts have the options that the documents give them', () => {
  const given = commands.flatMap(({ options, ...of }) => options.map((option) => ({ ...of, option })));
  expect(new Set(given.map(({ script }) => script)).size).toBeGreaterThan(10);
  expect(given.filter(({ script, option }) => !usageOf(script).includes(option))).toEqual([]);
});

test('every program that the documents start from dist is built, and every test that they run exists', () => {
  const texts = current.map((file) => readFileSync(file, 'utf8')).join('\n');
  const started = [...texts.matchAll(/node (dist\/[\w/-]+\.js)/g)].map(([, path = '']) => path);
  const run = [...texts.matchAll(/npx jest (?:--config \S+ )?([\w/.-]+)/g)].map(([, path = '']) => path);
  expect([started.length > 5, run.length > 5]).toEqual([true, true]);
  expect([...started, ...run].filter((path) => !existsSync(path))).toEqual([]);
});

test('the files of the fault suite that the documents name exist', () => {
  const files = readdirSync('test/faults').filter((file) => file.endsWith('.test.ts'));
  const named = current.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/test:faults -- ([a-z][\w-]*)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !files.some((file) => file.includes(name)))).toEqual([]);
});

test('no command has a ! in double quotes, where a shell that people type into replaces it', () => {
  const texts = current.map((file) => readFileSync(file, 'utf8')).join('\n');
  const blocks = [...texts.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(50);
  const quoted = blocks.flatMap((code) => code.match(/'[^']*'|"(?:\\.|[^"\\])*"/gs) ?? []);
  expect(quoted.filter((text) => text.startsWith('"') && text.includes('!'))).toEqual([]);
});

/** Commands in code: `npm start`, `npm test`, `npm run <script>`, each with the options after `--`. */
function commandsOf(file: string, markdown: string): Command[] {
  const code = [...markdown.matchAll(/```.*?```|`[^`]+`/gs)].map(([text]) => text.replaceAll('\\\n', ' '));
  const form = /npm (?:run )?(start|test|(?<=run )[\w:-]+)( -- [^\n`#|&;]*)?/g;
  return code.flatMap((text) =>
    [...text.matchAll(form)].map(([, script = '', rest = '']) => ({
      file,
      script,
      options: [...rest.matchAll(/(?<= )--(?!help\b)[a-z][\w-]+/g)].map(([option]) => option),
    })),
  );
}

/** A script in a file of its own has its options there. */
function usageOf(script: string): string {
  const [, file] = /^node (test\/\S+)$/.exec(scripts[script] ?? '') ?? [];
  return usages.get(script) ?? (file === undefined ? '' : readFileSync(file, 'utf8'));
}

/** The texts for --help, from the programs' source. */
function usagesOfPrograms(): [script: string, usage: string][] {
  const args = ['grep', '--files-with-matches', 'const usage = `', '--', 'apps', 'packages'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).trimEnd().split('\n');
  return files.flatMap((file) => {
    const [, usage = '', name] =
      /const usage = `(Usage: tallyhouse (?:\[<command>\]|\[?([\w-]+)).*?)`;/s.exec(
        readFileSync(file, 'utf8'),
      ) ?? [];
    return name === undefined ? [] : [[name, usage]];
  });
}
