import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { help as benchHelp } from '../bench/options.ts';
import { documents } from './markdown.ts';

/** The commands that the documents name: programs and options exist. What they do is tested elsewhere. */

interface Command {
  file: string;
  /** The script of package.json. */
  script: string;
  options: string[];
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The changelog also names commands of the past. */
const current = documents().filter((file) => file !== 'CHANGELOG.md');
const commands = current.flatMap((file) => commandsOf(file, readFileSync(file, 'utf8')));

test('the documents name scripts of package.json alone', () => {
  expect(commands.length).toBeGreaterThan(100);
  const unknown = commands.filter(({ script }) => !(script in scripts));
  expect(unknown.map(({ file, script }) => `${file}: npm run ${script}`)).toEqual([]);
});

const withOptions = new Set(commands.filter(({ options }) => options.length > 0).map(({ script }) => script));

test.each([...withOptions])('npm run %s has the options that the documents give it', (script) => {
  const help = helpOf(script);
  const missing = commands
    .filter((command) => command.script === script)
    .flatMap(({ file, options }) =>
      options.filter((option) => !help.includes(option)).map((option) => `${file}: ${option}`),
    );
  expect(missing).toEqual([]);
});

test('every program that the documents start from dist is built, and every test that they run exists', () => {
  const texts = current.map((file) => readFileSync(file, 'utf8')).join('\n');
  const started = [...texts.matchAll(/node (dist\/[\w/-]+\.js)/g)].map(([, path = '']) => path);
  const run = [...texts.matchAll(/npx jest (?:--config \S+ )?([\w/.-]+)/g)].map(([, path = '']) => path);
  expect([started.length > 5, run.length > 5]).toEqual([true, true]);
  expect([...started, ...run].filter((path) => !existsSync(path))).toEqual([]);
});

/** What stands in code: `npm start`, `npm test`, `npm run <script>`, each with the options behind `--`. */
function commandsOf(file: string, markdown: string): Command[] {
  const code = [...markdown.matchAll(/```.*?```|`[^`]+`/gs)].map(([text]) => text);
  return code.flatMap((text) =>
    [
      ...text
        .replaceAll('\\\n', ' ')
        .matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)( -- [^\n`#|&;]*)?/g),
    ].map(([, script = '', rest = '']) => ({
      file,
      script,
      options: [...rest.matchAll(/(?<= )--(?!help\b)[a-z][\w-]+/g)].map(([option]) => option),
    })),
  );
}

/** What the program says of itself: the last command of the script, without the build before it. */
function helpOf(script: string): string {
  if (script === 'bench') return benchHelp;
  const command =
    (scripts[script] ?? '')
      .split('&&')
      .at(-1)
      ?.trim()
      .replace(/^exec /, '') ?? '';
  const [program = '', ...args] = command.split(' ');
  return execFileSync(program, [...args, '--help'], { encoding: 'utf8' });
}
