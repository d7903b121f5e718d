/**
 * Schemathesis generates requests from the API's description: valid ones must get a response as described, others an error, and none may make
 * the service fail. It is a Python program, installed into .cache on first use.
 */
import { endpoints } from '@tallyhouse/query/endpoints';
import { installPython } from '../harness/python.ts';
import { ran } from '../harness/ran.ts';
import { seen } from './present.ts';
import { forAllTests, hoursAgo, key, startQueryService } from './query-service.ts';

const version = '4.32.5';

const service = forAllTests(() => startQueryService());
let folder: string;

beforeAll(async () => {
  folder = await installPython(`schemathesis-${version}`, [`schemathesis==${version}`]);
  await service.insert(
    ['/', '/blog/a', '/blog/b'].map((page_path, index) =>
      seen(hoursAgo(index + 1), { page_path, country: 'NL', browser: 'Firefox' }),
    ),
  );
});

/** Sends requests of these phases until all are done or the time is over. @throws Error with the report, if a check fails */
async function schemathesis(phases: readonly string[]): Promise<string> {
  const command = [
    // Not through pip's script, which contains the path of the installation.
    ...['-m', 'schemathesis.cli', 'run', `${service.url}/openapi.json`],
    ...['--header', `Authorization: Bearer ${key}`],
    // Routes of ingest have another address.
    ...['--include-path-regex', '^/api/v1/'],
    ...phases,
    ...['--workers', '2', '--continue-on-failure', '--no-color', '--seed', '1'],
    // A schema cannot say that start is before end, nor which zones exist. Many wrong keys get 429 in the end; requests.test.ts covers keys.
    ...['--exclude-checks', 'positive_data_acceptance,ignored_auth'],
  ];
  // In its folder, where it leaves files.
  const { out, code } = await ran([`${folder}/bin/python`, ...command], { cwd: folder });
  if (code !== 0) throw new Error(out);
  return out;
}

test('every response is as described, for any request that the description allows', async () => {
  const report = await schemathesis(['--phases', 'examples,fuzzing', '--max-examples', '5']);
  expect(report).toContain(`Tested: ${endpoints.length}`);
});

test('so it is at the edges of parameters, as many as there is time for', async () => {
  await schemathesis(['--phases', 'coverage', '--max-time', '12']);
});
