import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';
import { type Line, line } from './line.ts';
import { targets } from './targets.ts';

/** The built script, and with its second file, as ingest sends them. */
export async function measureTracker(): Promise<Line[]> {
  const built = (file: string) => readFile(`dist/${file}`, 'utf8');
  const ingest = await ingestUnderTest(
    {},
    { trackerScript: await built('tracker.js'), trackerEventsScript: await built('tracker-events.js') },
  );
  const sizeOf = async (path: string) => {
    const { body } = await ingest.send('GET', path);
    return gzipSync(`${body}`, { level: 9 }).length;
  };
  const [base, events] = [await sizeOf('/tracker.js'), await sizeOf('/tracker-events.js')];
  await ingest.close();
  const both = 'gzipped, with its second file';
  return [line('gzipped', base, targets.tracker), line(both, base + events, targets.trackerFiles)];
}
