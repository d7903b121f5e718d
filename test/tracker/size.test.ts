import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';

test('the tracker takes at most 2,048 bytes, compressed with gzip as ingest serves it', async () => {
  const ingest = await ingestUnderTest({}, { trackerScript: await readFile('dist/tracker.js', 'utf8') });
  const { body } = await ingest.send('GET', '/tracker.js');
  await ingest.close();
  expect(body).toContain('"api/ping"');
  expect(gzipSync(`${body}`, { level: 9 }).length).toBeLessThanOrEqual(2048);
});
