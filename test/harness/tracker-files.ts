import { readFile } from 'node:fs/promises';

/** The built scripts of the tracker, as ingest serves them. */
export async function trackerFiles() {
  const built = ['tracker', 'tracker-events', 'tracker-vitals'].map((name) =>
    readFile(`dist/${name}.js`, 'utf8'),
  );
  const [trackerScript = '', trackerEventsScript = '', trackerVitalsScript = ''] = await Promise.all(built);
  return { trackerScript, trackerEventsScript, trackerVitalsScript };
}
