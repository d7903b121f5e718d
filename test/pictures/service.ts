import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { key } from '../api/present.ts';
import { prepareService } from '../replay/npm-start.ts';
import sitesFile from './sites.json';

/** Starts `npm start -- --demo`, and gives the traffic of its blog to other sites too, a share of it to each. @param folder its DATA_DIR */
export async function startPictureService(folder: string) {
  const sites = Object.entries(sitesFile.sites).map(([id, { name, group }]) => [
    id,
    { name, group: group ?? undefined },
  ]);
  const file = join(folder, 'sites.json');
  writeFileSync(file, JSON.stringify({ sites: Object.fromEntries(sites) }));
  const service = await prepareService({ DATA_DIR: folder, SITES_FILE: file });
  await service.start('--demo');
  for (const [index, [id, site]] of Object.entries(sitesFile.sites).entries()) {
    // The demo's own.
    if (site.share === 1) continue;
    const status = await service.sql(copyOf(id, index, site));
    if (status !== 200) throw new Error(`ClickHouse answered ${status}`);
  }
  return {
    /** The address of the dashboard, with a slash at its end. */
    url: `${service.queryUrl}/`,
    key,
    stop: service.remove,
  };
}

export type PictureService = Awaited<ReturnType<typeof startPictureService>>;

/** The demo's pings as those of another site: of some of its visitors, who are others, more of them in some weeks than in others. */
function copyOf(id: string, index: number, { share, silent }: { share: number; silent?: boolean }): string {
  const own = (column: string) =>
    `toUUID(replaceOne(toString(p.${column}), 'feedface', '${index.toString(16).padStart(8, '0')}')) as ${column}`;
  const wave = `1 + 0.5 * sin(toUInt32(p.pinged_at) / 86400 / ${3 + (index % 5)} + ${index})`;
  return `
    insert into pings
    select p.* replace ('${id}' as site_id, ${['visitor_id', 'session_id', 'pageview_id'].map(own).join(', ')})
    from pings as p
    where p.site_id = 'blog' and p.event = ''
      and cityHash64(p.session_id, '${id}') % 1000 < ${1000 * share} * (${wave})
      and p.pinged_at < now() - interval ${silent ? 7 : 0} hour`;
}
