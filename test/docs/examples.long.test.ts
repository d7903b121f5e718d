import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { key, type QueryService, startQueryService, visit } from '../api/query-service.ts';
import { installPython } from '../harness/python.ts';

/** The example that needs a package from PyPI. */

let service: QueryService;
let folder: string;
beforeAll(async () => {
  service = await startQueryService({}, Date.now);
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-duckdb-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

test('duckdb_export.py reads the exported file', async () => {
  const venv = await installPython('duckdb-2.0.0', ['duckdb==2.0.0']);
  const at = Date.now() - 3_600_000;
  const views = Array.from({ length: 3 }, () => ({ ...visit(at), pinged_at: at, page_path: '/pricing' }));
  await service.insert(views);
  const { PATH = '' } = process.env;
  const env = { PATH, API_KEY: key, TALLYHOUSE_URL: service.url };
  const args = [resolve('examples/duckdb_export.py')];
  const { stdout } = await promisify(execFile)(join(venv, 'bin/python'), args, { cwd: folder, env });
  expect(stdout).toBe('3 views: /pricing\n');
});
