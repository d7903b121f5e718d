import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Line } from './line.ts';

/** The built script, as it goes over the wire. */
export async function measureTracker(): Promise<Line[]> {
  const { length } = gzipSync(await readFile('dist/tracker.js'), { level: 9 });
  return [
    { part: 'tracker', what: 'gzipped', figure: `${length} B`, target: '<= 2,048 B', met: length <= 2048 },
  ];
}
