import { columnList } from '@tallyhouse/facts';
import {
  aboutProperty,
  computedNames,
  propertyNames,
  type SessionProperty,
} from '@tallyhouse/ping/session-properties';
import { bool, final, sql, time } from '@tallyhouse/sql';
import { z } from 'zod';
import { defineExport } from '../define/define-export.ts';

const property = (name: SessionProperty) => z.string().describe(`${aboutProperty(name)}.`);

export const exportSessions = defineExport({
  name: 'sessions',
  description: 'One row for each session whose first ping is in the period.',
  row: z.object({
    session_id: z.uuid(),
    ip: z
      .string()
      .describe('Address as it was stored: full, shortened, or empty; empty without the right personal.'),
    city: property('city'),
    region: property('region'),
    country: property('country'),
    latitude: z.number().nullable().describe('Degrees north; empty when unknown.'),
    longitude: z.number().nullable().describe('Degrees east; empty when unknown.'),
    browser: property('browser'),
    browser_version: property('browser_version'),
    os: property('os'),
    os_version: property('os_version'),
    device_type: property('device_type'),
    referrer_source: z.string().describe('Where the visit came from: a name (Google), a domain, or Direct.'),
    referrer_medium: z.string().describe('Kind of source: organic, social, referral, none, ...'),
    utm_source: z.string().describe('As sent; empty when not sent.'),
    utm_medium: z.string().describe('As sent; empty when not sent.'),
    utm_campaign: z.string().describe('As sent; empty when not sent.'),
    first_seen_at: z.iso.datetime().describe('Time of its first ping.'),
    last_seen_at: z.iso.datetime().describe('Time of its last ping.'),
  }),
  // Those after the standard columns: the list is appended to.
  properties: [...propertyNames.slice(propertyNames.indexOf('hostname')), ...computedNames],
  // In the order of the table's key, so that rows stream as they are read: see pageviews.ts.
  rows: (read, { site, defused, properties, personal }) => sql`
with
    session_rows as (
        select
            *,
            ${columnList(computedNames, read)}
        from ${final('sessions')}
        where ${read.siteCondition}
          and ${read.hours}
          and first_seen_at >= ${time(read.range.start)}
          and first_seen_at < ${time(read.range.end)}
          ${read.passing('sessions')}
    )
select
    ${site}
    -- As text: in Parquet a UUID is 16 bare bytes.
    toString(session_rows.session_id) as session_id,
    -- Select these columns, not elements of the tuples behind them: FINAL does not merge an element read alone.
    if(${bool(personal)}, session_rows.ip, '') as ip,
    city,
    region,
    country,
    latitude,
    longitude,
    ${defused('session_rows.browser', 'browser')},
    ${defused('session_rows.browser_version', 'browser_version')},
    ${defused('session_rows.os', 'os')},
    ${defused('session_rows.os_version', 'os_version')},
    device_type,
    ${defused('session_rows.source', 'referrer_source')},
    ${defused('session_rows.medium', 'referrer_medium')},
    ${defused('session_rows.utm_source', 'utm_source')},
    ${defused('session_rows.utm_medium', 'utm_medium')},
    ${defused('session_rows.utm_campaign', 'utm_campaign')},
    first_seen_at,
    last_seen_at
    ${properties('session_rows')}
from session_rows
order by
    site_id,
    session_hour,
    first_seen_at,
    toUInt128(session_rows.session_id)`,
});
