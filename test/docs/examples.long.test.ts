import { resolve } from 'node:path';
import { forAllTests, key, startQueryService, visit } from '../api/query-service.ts';
import { installPython } from '../harness/python.ts';
import { run } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

/** The example that needs a package from PyPI. */
const cwd = folderOfFile()();
const service = forAllTests(() => startQueryService({}, Date.now));

test('duckdb_export.py reads the exported file', async () => {
  const venv = await installPython('duckdb-2.0.0', ['duckdb==2.0.0']);
  const at = Date.now() - 3_600_000;
  const views = Array.from({ length: 3 }, () => ({ ...visit(at), pinged_at: at, page_path: '/pricing' }));
  await service.insert(views);
  const { PATH = '' } = process.env;
  const env = { PATH, API_KEY: key, TALLYHOUSE_URL: service.url };
  const args = [resolve('examples/duckdb_export.py')];
  const { stdout } = await run(`${venv}/bin/python`, args, { cwd, env });
  expect(stdout).toBe('3 views: /pricing\n');
});
