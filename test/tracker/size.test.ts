import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';

test('compressed with gzip as ingest serves it, the tracker takes at most 2,450 bytes, with the second file 3,950, and the third 3,700', async () => {
  const ingest = await ingestUnderTest(
    {},
    {
      trackerScript: await readFile('dist/tracker.js', 'utf8'),
      trackerEventsScript: await readFile('dist/tracker-events.js', 'utf8'),
      trackerVitalsScript: await readFile('dist/tracker-vitals.js', 'utf8'),
    },
  );
  const { body: tracker } = await ingest.send('GET', '/tracker.js');
  const { body: events } = await ingest.send('GET', '/tracker-events.js');
  const { body: vitals } = await ingest.send('GET', '/tracker-vitals.js');
  await ingest.close();
  expect(tracker).toContain('"api/ping"');
  expect(tracker).toContain('"tracker-events.js"');
  expect(tracker).toContain('"tracker-vitals.js"');
  const [first = 0, second = 0, third = 0] = [tracker, events, vitals].map(
    (body) => gzipSync(`${body}`, { level: 9 }).length,
  );
  expect(first).toBeLessThanOrEqual(2450);
  expect(first + second).toBeLessThanOrEqual(3950);
  expect(third).toBeLessThanOrEqual(3700);
});
