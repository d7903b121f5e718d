import { setTimeout as sleep } from 'node:timers/promises';
import { type Exposition, scrape, together } from './exposition.ts';
import { startApps } from './running-apps.ts';

/** What running apps export once something of every kind has happened to them. */
export async function exerciseApps(): Promise<Exposition> {
  const apps = await startApps();
  try {
    await apps.ping({ page_path: '/' });
    await apps.ping({ page_path: '/' }, { 'User-Agent': 'curl/8.0' });
    await apps.ping({ page_path: 1 });
    await apps.report('/overview');
    const stored = 'tallyhouse_consumer_rows_stored_total';
    while ((await scrape(apps.urls.consumer)).samples.get(stored) === 0) await sleep(50);
    return together(await Promise.all(Object.values(apps.urls).map(scrape)));
  } finally {
    await apps.stop();
  }
}
