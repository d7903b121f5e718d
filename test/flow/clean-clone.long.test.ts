import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { expectDemoVisit, expectDemoVisitor, type Service, visitDemo } from './visit.ts';

const clone = folderOfFile()();
let program: Program;
let service: Service;

beforeAll(async () => {
  await copyTrackedFiles(clone);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone, stdio: 'pipe' });
  await start();
});

async function start(): Promise<void> {
  const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  program = await startProgram(['npm', 'start'], {
    cwd: clone,
    env: { QUERY_PORT: `${query}`, INGEST_PORT: `${ingest}`, CLICKHOUSE_HTTP_PORT: `${clickhouse}` },
    readyUrls: [`http://127.0.0.1:${query}/readyz`, `http://127.0.0.1:${ingest}/readyz`],
  });
  const { api_key: key } = JSON.parse(readFileSync(join(clone, 'data/secrets.json'), 'utf8'));
  service = { queryUrl: `http://127.0.0.1:${query}`, key };
}

afterAll(() => program?.end('SIGKILL'));

test('after a clone, npm ci and npm start, a visit gets into the reports', async () => {
  await visitDemo(service);
  await expectDemoVisit(service);
  await expectDemoVisitor(service);
});

test('SIGTERM ends all of it, and the next start finds the visit', async () => {
  await program.end('SIGTERM');
  await start();
  await expectDemoVisit(service);
});

/** Creates the files of a clone: the tracked files as they are now, without those that git ignores. */
async function copyTrackedFiles(target: string): Promise<void> {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of list.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    await cp(file, join(target, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
