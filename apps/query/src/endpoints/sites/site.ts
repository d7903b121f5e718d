import { HttpError } from '@tallyhouse/service';
import { site as entry } from '@tallyhouse/sites';
import { z } from 'zod';
import { siteInPath } from '../../parameters/site-in-path.ts';
import { defineEndpoint } from '../define/endpoint.ts';
import { readSites, type SiteRow, siteRow, sparklineStarts, toldOf } from '../sites.ts';

const text = z.string();
const texts = z.array(text);
const list = texts.default([]);
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

const response = siteRow.extend({
  hosts: list.describe('Hosts of its pages; empty for any.'),
  retention_days: orNull(z.int()).describe('Days after which its data is deleted; null: never.'),
  ip_storage: orNull(z.enum(['full', 'truncated', 'none'])).describe('null: as IP_STORAGE says.'),
  exclude: z.object({ addresses: list, paths: list }).prefault({}).describe('Pings that are dropped.'),
  query_parameters: list.describe('Parameters of addresses that stay in page_path.'),
  goals: z.record(text, text).default({}).describe('Goals by name.'),
  funnels: z.record(text, texts).default({}).describe('Steps of funnels by name.'),
  segments: z.record(text, texts).default({}).describe('Filters of segments by name.'),
  questions: z.record(text, text).default({}).describe('Questions of Explore by name.'),
  channels: orNull(entry.shape.channels.unwrap()).describe('Rules of channels; null: those of defaults.'),
});

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
    return { data: response.parse({ ...file, ...row }) };

    function rowWithoutPings(id: string): SiteRow {
      const counts = { pageviews: 0, unique_visitors: 0, sessions: 0, change: null, last_ping_at: null };
      return { ...toldOf(id, listed), ...counts, sparkline: sparklineStarts(range).map(() => 0) };
    }
  },
});
