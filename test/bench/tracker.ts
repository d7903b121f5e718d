import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type Line, line } from './line.ts';
import { targets } from './targets.ts';

/** The built script, and with its second file, as sent. */
export async function measureTracker(): Promise<Line[]> {
  const [base = 0, events = 0] = await Promise.all(['tracker.js', 'tracker-events.js'].map(gzippedSize));
  const both = 'gzipped, with its second file';
  return [line('gzipped', base, targets.tracker), line(both, base + events, targets.trackerFiles)];
}

async function gzippedSize(file: string): Promise<number> {
  const source = await readFile(`dist/${file}`, 'utf8');
  // Ingest's default.
  const served = source
    .replace('__PING_PATH__', 'api/ping')
    .replace('__EVENTS_PATH__', 'tracker-events.js')
    .replace('__VITALS_PATH__', 'tracker-vitals.js')
    .replace('__TRACKER__', 'tracker.')
    .replace(/__COOKIELESS__\(([^)]*)\)/, '($1)')
    .replace(/\+__KEPT_QUERY__\([^)]*\)/g, '');
  return gzipSync(served, { level: 9 }).length;
}
