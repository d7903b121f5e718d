import { readdir, readFile } from 'node:fs/promises';
import commands from '../../apps/tallyhouse/src/commands.json';
import { bundle } from '../harness/bundle.ts';
import { startProgram } from '../harness/program.ts';
import { ran } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { closedOutput, expectHelp, expectRefused, fullDisk, fullOutput, tallyhouse } from './tallyhouse.ts';

const names = Object.keys(commands);
const DATA_DIR = folderOfFile()();

// options.long.test.ts has the others.
test.each(['start', 'settle', 'key'])(
  'tallyhouse %s --help has the parts of every help text',
  async (name) => {
    const { code, out, errors } = await tallyhouse([name, '--help']);
    expect([code, errors]).toEqual([0, '']);
    expectHelp(name, out);
  },
);

// Each command here reads its options in another way; options.long.test.ts has the others.
test.each(['settle', 'backup', 'delete', 'key add'])(
  'tallyhouse %s refuses an unknown option with 2, by name',
  (command) => expectRefused(command.split(' '), DATA_DIR),
);

// Each ends differently: after reading its options, after its last line, or as a service that closes what it opened.
const ports = { QUERY_PORT: '0', INGEST_PORT: '0', CLICKHOUSE_HTTP_PORT: '0' };
test.each([['--help'], ['settle', '--help'], ['key', '--help'], ['start']])(
  'tallyhouse %s %s ends as by SIGPIPE when nobody reads its output',
  async (...args) => {
    const { code, errors } = await closedOutput(args, {
      DATA_DIR,
      ...ports,
      GEOIP_DB: 'off',
      LOG_LEVEL: 'fatal',
    });
    expect([code, errors]).toEqual([141, '']);
  },
);

// It starts, and then ends in order, as nobody reads its first line of output.
test.each(['>/dev/full', '>&3'])(
  'tallyhouse start goes on when its log cannot be written: 2%s',
  async (log) => {
    const env = { DATA_DIR, ...ports, GEOIP_DB: 'off', LOG_LEVEL: 'trace' };
    expect((await closedOutput(['start'], env, `2${log}`)).code).toBe(141);
  },
);

test.each(['settle', 'key'])('tallyhouse %s ends with 1 when its output is lost', async (name) => {
  const { code, errors } = await fullOutput([name, '--help']);
  expect([code, errors]).toEqual([1, expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/)]);
});

test('a change of a file leaves nothing on a full disk, so that the next one need not wait', async () => {
  const folder = folderOfFile()();
  const { code, errors } = await fullDisk(['key', 'add', '--name', 'a', '--sites', 'b'], {
    DATA_DIR: folder,
  });
  expect([code, errors]).toEqual([1, expect.stringContaining('EFBIG')]);
  expect(await readdir(folder)).toEqual([]);
});

test('without a command it starts the service, with an option too', async () => {
  const settings = { DATA_DIR, QUERY_PORT: 'none' };
  const [alone, named, option] = await Promise.all([
    tallyhouse([], settings),
    tallyhouse(['start'], settings),
    tallyhouse(['--demo'], settings),
  ]);
  expect(alone.errors).toContain('QUERY_PORT');
  expect(alone.code).toBe(1);
  expect([named, option]).toEqual([alone, alone]);
});

test.each([
  ['SIGTERM', 'SIGHUP', 0],
  ['SIGHUP', 'SIGHUP', 0],
  ['SIGHUP', 'SIGTERM', 0],
  ['an error', 'SIGINT', 1],
] as const)('a service that closes after %s is not ended by a further %s', async (first, further, code) => {
  const command = [process.execPath, await bundle('test/cli/programs/service.ts')];
  const env = first === 'an error' ? { FAULT: 'yes' } : {};
  const program = await startProgram(command, { env, readyUrls: [] });
  await program.printed('started');
  if (first !== 'an error') process.kill(program.pid, first);
  await program.printed('closing');
  process.kill(program.pid, further);
  await program.printed(further);
  process.kill(program.pid, 'SIGCONT');
  expect([await program.ended, program.output()]).toEqual([code, `started\nclosing\n${further}\nclosed\n`]);
});

test('a service says when its Node has old time zones', async () => {
  const command = [process.execPath, await bundle('test/cli/programs/service.ts')];
  const program = await startProgram(command, { env: { LOG_LEVEL: 'warn' }, readyUrls: [] });
  await program.printed('started');
  process.kill(program.pid, 'SIGTERM');
  await program.printed('closing');
  process.kill(program.pid, 'SIGCONT');
  expect(await program.ended).toBe(0);
  expect(program.output().includes('this Node.js has old time zones')).toBe(
    `${process.versions['tz']}` < '2026',
  );
});

test('an unknown command is refused with 2, and the commands are named', async () => {
  const { code, out, errors } = await tallyhouse(['strat']);
  expect([code, out]).toEqual([2, '']);
  expect(errors).toContain('There is no command strat.');
  expect(errors).toContain(names.join(', '));
});

test('--help lists each command, --version says the version', async () => {
  const { out } = await tallyhouse(['--help']);
  expect([...out.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name)).toEqual(names);
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await tallyhouse(['--version'])).toEqual({ code: 0, out: `${version}\n`, errors: '' });
});

test('docs/cli.md lists the same commands in the same order', async () => {
  const rows = [...(await readFile('docs/cli.md', 'utf8')).matchAll(/^\| `([a-z-]+)`/gm)];
  expect(rows.map(([, name]) => name)).toEqual(names);
});

test('each command has its script', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const ofApps = ['ingest', 'consumer', 'query'];
  const run = names.map((name) => [ofApps.includes(name) ? `start:${name}` : name, name]);
  const line = (name = '') => `node build.js && exec node dist/tallyhouse.js ${name}`;
  expect(scripts).toMatchObject(Object.fromEntries(run.map(([script = '', name]) => [script, line(name)])));
});

test.each([
  { typed: ['ver'], offered: ['verify'] },
  { typed: ['settle', '--'], offered: ['--from', '--to', '--help'] },
])('the completion of $typed offers $offered', async ({ typed, offered }) => {
  const script = `
    tallyhouse() { ${JSON.stringify(process.execPath)} dist/tallyhouse.js "$@"; }
    source <(tallyhouse completion)
    COMP_WORDS=(tallyhouse "$@") COMP_CWORD=$#
    _tallyhouse tallyhouse
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { code, out } = await ran(['bash', '-c', script, 'bash', ...typed]);
  expect([code, out.trimEnd().split('\n')]).toEqual([0, offered]);
});
