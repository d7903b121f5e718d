import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import commands from '../../apps/tallyhouse/src/commands.json';

/** The program `tallyhouse`, with each of its subcommands, as a process. */

const names = Object.keys(commands) as (keyof typeof commands)[];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const all = { PATH, DATA_DIR: join(folder, 'data'), ...env };
    execFile(process.execPath, ['dist/tallyhouse.js', ...args], { env: all }, (error, out, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, errors });
    });
  });
}

/** The options in a help text, as they are given: with a value where they take one. */
function optionsIn(help: string): string[] {
  const lines = [...help.matchAll(/^ {2}(--[a-z-]+)( <\w+>)?/gm)];
  return lines.map(([, name = '', value]) => (value === undefined ? name : `${name}=1`));
}

const covered = z.object({ result: z.array(z.object({ url: z.string() })) });

describe.each(names)('tallyhouse %s', (name) => {
  const loaded = () => join(folder, `loaded-${name}`);
  let help: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    help = await run([name, '--help'], { NODE_V8_COVERAGE: loaded() });
  });

  test('--help has the same parts in the same order, within a width of 135 characters', () => {
    const { code, out, errors } = help;
    expect([code, errors]).toEqual([0, '']);
    const parts = [
      name === 'start' ? 'Usage: tallyhouse [start]' : `Usage: tallyhouse ${name}`,
      '\n\n', // then what it does
      '\n  --help',
      '\nExample: ',
      `tallyhouse ${name}`,
      '\nIt exits with 0 ',
      '2 for invalid',
    ];
    let from = 0;
    for (const part of parts) {
      expect(out.slice(from)).toContain(part);
      from = out.indexOf(part, from) + part.length;
    }
    expect(out.split('\n').filter((line) => line.length > 135)).toEqual([]);
  });

  test('it takes the options of its help', async () => {
    const options = optionsIn(help.out);
    expect(options.at(-1)).toBe('--help');
    if (options.length > 1) expect(await run([name, ...options])).toEqual(help);
  });

  test('it refuses an unknown option with 2, by name', async () => {
    // Those that do several things know their options only once they know which.
    const [, first] = /tallyhouse [\w-]+ (add|check)/.exec(help.out) ?? [];
    const { code, out, errors } = await run([name, ...[first ?? []].flat(), '--no-such-option']);
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain('--no-such-option');
  });

  test('it loads the program of no other command', async () => {
    const [file = ''] = await readdir(loaded());
    const { result } = covered.parse(JSON.parse(await readFile(join(loaded(), file), 'utf8')));
    const programs = Object.values(commands).map(({ program }) => program);
    const ran = programs.filter((program) => result.some(({ url }) => url.endsWith(`/dist/${program}.js`)));
    expect(ran).toEqual([commands[name].program]);
  });
});

test('without a command it starts the service, with an option too', async () => {
  const settings = { QUERY_PORT: 'none' };
  const [alone, named, option] = await Promise.all([
    run([], settings),
    run(['start'], settings),
    run(['--demo'], settings),
  ]);
  expect(alone.errors).toContain('QUERY_PORT');
  expect(alone.code).toBe(1);
  expect([named, option]).toEqual([alone, alone]);
});

test('an unknown command is refused with 2, and the commands are named', async () => {
  const { code, out, errors } = await run(['strat']);
  expect([code, out]).toEqual([2, '']);
  expect(errors).toContain('There is no command strat.');
  expect(errors).toContain(names.join(', '));
});

test('--help lists each command, --version says the version', async () => {
  const { out } = await run(['--help']);
  expect([...out.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name)).toEqual(names);
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, errors: '' });
});

test('docs/cli.md lists the same commands in the same order', async () => {
  const rows = [...(await readFile('docs/cli.md', 'utf8')).matchAll(/^\| `([a-z-]+)`/gm)];
  expect(rows.map(([, name]) => name)).toEqual(names);
});

test.each([
  { typed: ['ver'], offered: ['verify'] },
  { typed: ['backup', '--w'], offered: ['--with-secrets'] },
  { typed: ['settle', '--'], offered: ['--from', '--to', '--help'] },
])('the completion of $typed offers $offered', async ({ typed, offered }) => {
  const script = `
    tallyhouse() { ${JSON.stringify(process.execPath)} dist/tallyhouse.js "$@"; }
    source <(tallyhouse completion)
    COMP_WORDS=(tallyhouse "$@") COMP_CWORD=$#
    _tallyhouse tallyhouse
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = await new Promise<string>((resolve, reject) => {
    execFile('bash', ['-c', script, 'bash', ...typed], (error, out) =>
      error ? reject(error) : resolve(out),
    );
  });
  expect(said.trimEnd().split('\n')).toEqual(offered);
});
