import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../program.ts';
import type { Part } from './serve.ts';

/**
 * The whole service as `npm start` runs it, with a key that it makes. Its value: `{queryUrl, ingestUrl, key, tag}`, where the tag is the
 * line to paste. Test files that share it use sites of their own; `blog` is that of test/dashboard/live.test.ts.
 */
export async function startSharedStandalone(): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-standalone-'));
  const program = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: folder,
      QUERY_PORT: '0',
      INGEST_PORT: '0',
      CLICKHOUSE_HTTP_PORT: '0',
      CLICKHOUSE_MEMORY_MB: '1024',
      LOG_LEVEL: 'error',
    },
    readyUrls: [],
  });
  await program.printed('Ctrl-C stops it');
  const printed = (form: RegExp) => form.exec(program.output())?.[1];
  return {
    value: {
      queryUrl: printed(/Dashboard +(http:\S+)\//),
      ingestUrl: printed(/Pings +(http:\/\/[^/\s]+)/),
      key: JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')).api_key,
      tag: printed(/(<script defer .*<\/script>)/),
    },
    async stop() {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
