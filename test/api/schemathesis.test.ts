/**
 * Schemathesis generates requests from the API's description: valid ones must get a response as described, others an error,
 * and none may make the service fail. It is a Python program, installed with pip into .cache the first time.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '../../apps/query/src/endpoints/index.ts';
import { hoursAgo, key, type QueryService, startQueryService, visit } from './query-service.ts';

const run = promisify(execFile);

const version = '4.32.5';
const folder = resolve(`.cache/schemathesis-${version}`);

let service: QueryService;

beforeAll(async () => {
  [service] = await Promise.all([startQueryService(), install()]);
  await service.insert(
    ['/', '/blog/a', '/blog/b'].map((page_path, index) => ({
      ...visit(hoursAgo(index + 1)),
      pinged_at: hoursAgo(index + 1),
      page_path,
      country: 'NL',
      browser: 'Firefox',
    })),
  );
}, 120_000);
afterAll(() => service.stop());

/** Under another name first, so that an interrupted installation does not count as complete. */
async function install(): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', unfinished]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(`${unfinished}/bin/python`, [...pip, `schemathesis==${version}`]);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error('Schemathesis could not be installed. It needs Python 3 with venv, and pip.', {
      cause: error,
    });
  }
}

test('every response is as described, for any request that the description allows', async () => {
  // Not by the script that pip created, which contains the path of the installation.
  const command = [
    ...['-m', 'schemathesis.cli', 'run', `${service.url}/openapi.json`],
    ...['--header', `Authorization: Bearer ${key}`],
    ...['--phases', 'examples,coverage,fuzzing', '--max-time', '15', '--workers', '2'],
    ...['--continue-on-failure', '--no-color', '--seed', '1'],
    // A schema cannot express that start is before end, and the names of time zones. So many wrong keys are answered 429 at
    // last; test/api/auth.test.ts tests every endpoint without the right one.
    ...['--exclude-checks', 'positive_data_acceptance,ignored_auth'],
  ];
  // In its folder, because it leaves files in the working directory.
  const options = { cwd: folder, maxBuffer: 1e8 };
  const { stdout, code } = await run(`${folder}/bin/python`, command, options).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  if (code !== 0) throw new Error(stdout);
  expect(stdout).toContain(`Tested: ${endpoints.length}`);
}, 60_000);
