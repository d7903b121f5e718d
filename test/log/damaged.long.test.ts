import { chmod, chown, cp, mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createEmbeddedLog } from '@tallyhouse/log';
import { listen } from '@tallyhouse/service';
import { logger } from '../harness/quiet.ts';
import { ran } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { messages, numbered } from './gather.ts';

/** Programs exit when a log is damaged, and name the remedy: LMDB itself would hang and ignore signals. */

const inFolder = folderOfFile();
const whole = inFolder('whole');
const logIn = (data: string) =>
  createEmbeddedLog({ folder: join(data, 'log'), partitions: 1, retainMs: 60_000, logger });
beforeAll(async () => {
  const log = logIn(whole);
  const writer = log.writer();
  for (let append = 0; append < 200; append++) await writer.append(messages(numbered(`${append}-`, 20)));
  await log.close();
});

/** Runs a program on a data folder, to its end. */
async function run(program: string, args: string[], DATA_DIR: string, { env = {}, ...as }: Options = {}) {
  const own = { DATA_DIR, QUERY_PORT: '0', INGEST_PORT: '0', ...env };
  const { code, out, errors } = await ran([process.execPath, `dist/${program}.js`, ...args], {
    ...as,
    env: own,
  });
  return { code, output: out + errors };
}
type Options = { env?: Record<string, string>; uid?: number };

/** A data folder whose log is a changed copy of the intact one. */
async function damagedFolder(name: string, change: (file: string) => Promise<unknown>): Promise<string> {
  const data = inFolder(name);
  await cp(whole, data, { recursive: true });
  await change(join(data, 'log', 'log.mdb'));
  return data;
}

async function expectRefused(data: string, message: string, options: Options = {}): Promise<void> {
  const { code, output } = await run('standalone', [], data, options);
  expect(output).toContain(message);
  expect(code).toBe(1);
}

test('npm start exits with 1, and names the file and the remedy', async () => {
  const data = await damagedFolder('half', async (file) => truncate(file, (await readFile(file)).length / 2));
  const file = join(data, 'log', 'log.mdb');
  const before = await readFile(file);
  const { code, output } = await run('standalone', [], data);
  expect(output).toContain(`Could not start. The log's file ${file} is damaged: its end is missing`);
  expect(output).toContain(`mv ${file} ${file}.damaged`);
  expect(code).toBe(1);
  expect(await readFile(file)).toEqual(before);
});

test.each([
  ['verify', []],
  ['replay', ['--from', '1h']],
])('npm run %s gives the same message', async (program, args) => {
  const data = await damagedFolder(`for-${program}`, (file) => truncate(file, 8192));
  const { code, output } = await run(program, args, data, { env: { CLICKHOUSE_URL: 'http://127.0.0.1:1' } });
  expect(output).toMatch(/^The log's file .*log\.mdb is damaged: its end is missing/);
  expect(code).toBe(1);
});

test('the log of the dead letters is looked at too', async () => {
  const data = await damagedFolder('dead-letters', async () => {});
  await mkdir(join(data, 'dead-letters'));
  await writeFile(join(data, 'dead-letters', 'log.mdb'), 'no log');
  await expectRefused(data, `${join(data, 'dead-letters', 'log.mdb')} is damaged: it ends after 6 bytes`);
});

test('a folder of that name is reported', async () => {
  const data = inFolder('a-folder');
  await mkdir(join(data, 'log', 'log.mdb'), { recursive: true });
  const file = `${data}/log/log.mdb`;
  await expectRefused(data, `The log's file ${file} cannot be opened: ${file} is not a file.`);
});

test('a file that this user may not write to is reported', async () => {
  // Modes do not restrict root, so the program runs as the user nobody.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const data = await damagedFolder('no-rights', (file) => chmod(file, 0o400));
  if (uid !== undefined) {
    await chmod(inFolder(), 0o711);
    for (const path of [data, join(data, 'log'), join(data, 'log', 'log.mdb')]) await chown(path, uid, uid);
  }
  const message = `The log's file ${data}/log/log.mdb cannot be opened: EACCES: permission denied`;
  await expectRefused(data, message, uid === undefined ? {} : { uid });
});

test('an empty file is a new log', async () => {
  const data = await damagedFolder('empty', (file) => truncate(file, 0));
  const taken = await listen(createServer(), 0, '127.0.0.1');
  const { port } = new URL(taken.url);
  // It gets as far as opening its ports, which is the last step.
  const env = { INGEST_PORT: port, CLICKHOUSE_HTTP_PORT: '0' };
  const { output } = await run('standalone', [], data, { env });
  expect(output).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
  await taken.close();
});

test('a damaged record ends the service where it is read, with the same way on', async () => {
  const data = inFolder('record');
  const log = logIn(data);
  await log.writer().append([{ key: 'key', value: Buffer.alloc(20_000, 'SPOIL') }]);
  await log.close();
  const file = join(data, 'log', 'log.mdb');
  const bytes = await readFile(file);
  bytes[bytes.indexOf('SPOILSPOIL')] = 0;
  await writeFile(file, bytes);
  const { code, output } = await run('standalone', [], data, { env: { CLICKHOUSE_HTTP_PORT: '0' } });
  expect(output).toContain(`The log's file ${file} is damaged: its record at offset 0 is overwritten`);
  expect(output).toContain(`mv ${file} ${file}.damaged`);
  expect(code).toBe(1);
});
