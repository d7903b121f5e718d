import { HttpError } from '@tallyhouse/service';
import { z } from 'zod';
import { siteInPath } from '../../parameters/site-in-path.ts';
import { defineEndpoint } from '../define/endpoint.ts';
import { readSites, type SiteRow, siteRow, sparklineStarts, toldOf } from '../sites.ts';

const texts = () => z.array(z.string());

const response = siteRow.extend({
  hosts: texts().describe('Hosts of its pages; empty for any.'),
  retention_days: z
    .int()
    .nullable()
    .describe('Days after which everything of the site is deleted; null: never.'),
  ip_storage: z.enum(['full', 'truncated', 'none']).nullable().describe('null: as IP_STORAGE says.'),
  exclude: z.object({ addresses: texts(), paths: texts() }).describe('Pings that are dropped.'),
  query_parameters: texts().describe('Parameters of addresses that stay in page_path.'),
  goals: z.record(z.string(), z.string()).describe('Goals by name.'),
  funnels: z.record(z.string(), texts()).describe('Steps of funnels by name.'),
  segments: z.record(z.string(), texts()).describe('Filters of segments by name.'),
  questions: z.record(z.string(), z.string()).describe('Questions of Explore by name.'),
});

/** A site's entry in the sites file, and its row of /sites. */
export const site = defineEndpoint({
  path: '/sites/:id',
  description:
    'One site: its entry in the sites file, and its row of /sites. A site that is not in the file and never sent a ping is a 404, as is one that the key may not read. site_id and filter have no effect.',
  parameters: { id: siteInPath },
  response,
  async respond(context) {
    const { listed, caller, range, values } = context;
    const { id } = values;
    const file = listed.sites.get(id);
    const mayRead = caller.sites === 'all' || caller.sites.includes(id);
    const sites = { ids: mayRead ? [id] : [], every: false };
    const { rows } = await readSites(context, { compare: 'previous' }, { sites, limit: 1, offset: 0 });
    const row = rows[0] ?? (file && mayRead ? rowWithoutPings(id) : undefined);
    if (row === undefined) throw new HttpError('not_found', `There is no site ${id}.`);
    return {
      data: response.parse({ ...unset, ...file, ...row, exclude: { ...unset.exclude, ...file?.exclude } }),
    };

    function rowWithoutPings(id: string): SiteRow {
      const counts = { pageviews: 0, unique_visitors: 0, sessions: 0, change: null, last_ping_at: null };
      return { ...toldOf(id, listed), ...counts, sparkline: sparklineStarts(range).map(() => 0) };
    }
  },
});

/** The settings of a site that the file does not list. */
const unset = {
  hosts: [],
  retention_days: null,
  ip_storage: null,
  exclude: { addresses: [], paths: [] },
  query_parameters: [],
  goals: {},
  funnels: {},
  segments: {},
  questions: {},
};
