import { gzipSync } from 'node:zlib';
import { ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';
import { trackerFiles } from '../harness/tracker-files.ts';

test('compressed with gzip as ingest serves it, the tracker takes at most 2,400 bytes, with the second file 3,950, and the third 3,700', async () => {
  await using ingest = await ingestUnderTest({}, await trackerFiles());
  const served = async (path: string) => `${(await ingest.send('GET', path)).body}`;
  const [tracker = '', ...others] = await Promise.all(
    ['/tracker.js', '/tracker-events.js', '/tracker-vitals.js'].map(served),
  );
  for (const name of ['api/ping', 'tracker-events.js', 'tracker-vitals.js'])
    expect(tracker).toContain(`"${name}"`);
  const sizes = [tracker, ...others].map((script) => gzipSync(script, { level: 9 }).length);
  const [first = 0, second = 0, third = 0] = sizes;
  expect(first).toBeLessThanOrEqual(2400);
  expect(first + second).toBeLessThanOrEqual(3950);
  expect(third).toBeLessThanOrEqual(3700);
});
