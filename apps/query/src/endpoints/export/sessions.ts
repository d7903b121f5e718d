import { z } from 'zod';
import { defineExport } from '../../export/define-export.ts';
import sql from './sessions.sql';

const text = () => z.string().describe('Empty when unknown.');

export const exportSessions = defineExport({
  name: 'sessions',
  description: 'One row for each session whose first ping lies in the period.',
  row: z.object({
    session_id: z.uuid(),
    ip: z
      .string()
      .describe('Address as it was stored: full, shortened, or empty; empty without the right personal.'),
    city: text(),
    region: text(),
    country: z.string().describe('ISO 3166-1 alpha-2; empty when unknown.'),
    latitude: z.number().nullable().describe('Degrees north; empty when unknown.'),
    longitude: z.number().nullable().describe('Degrees east; empty when unknown.'),
    browser: text(),
    browser_version: text(),
    os: text(),
    os_version: text(),
    device_type: text(),
    referrer_source: z.string().describe('Where the visit came from: a name (Google), a domain, or Direct.'),
    referrer_medium: z.string().describe('Kind of source: organic, social, referral, none, ...'),
    utm_source: z.string().describe('As sent; empty when not sent.'),
    utm_medium: z.string().describe('As sent; empty when not sent.'),
    utm_campaign: z.string().describe('As sent; empty when not sent.'),
    first_seen_at: z.iso.datetime().describe('Time of its first ping.'),
    last_seen_at: z.iso.datetime().describe('Time of its last ping.'),
  }),
  properties: z.object({
    hostname: z.string().describe('Host of its first page; empty when only a path was sent.'),
    language: z.string().describe('That the browser prefers, such as de-AT; empty for unknown.'),
    screen: z.string().describe('Width of the viewport: xs, sm, md, lg, xl or xxl; empty for unknown.'),
  }),
  sql,
});
