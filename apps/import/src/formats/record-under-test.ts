import { arrived } from '@tallyhouse/ingest/arrival-under-test';
import { classifySource } from '@tallyhouse/ingest/pipeline';
import { createOneSite, type ImportRecord, nothing, type Reading, type Row } from '../format.ts';
import { createHosts } from '../hosts.ts';
import { formats } from './index.ts';

/** A row of each format of tables, and what becomes of it. */

export const date = '2026-11-20 09:00:00';
export const agent = 'Mozilla/5.0 Firefox/144.0';
const umami = { event_id: 'e', website_id: 'w', session_id: 's', visit_id: 'v', created_at: date };
const matomo = { idlink_va: '1', idsite: '1', idvisitor: 'A', idvisit: '5', server_time: date };
const rows: Readonly<Record<string, Row>> = {
  umami: { ...umami, url_path: '/a', event_type: '1', hostname: 'b.example' },
  plausible: { timestamp: date, name: 'pageview', site_id: '7', pathname: '/a', hostname: 'b.example' },
  matomo: { ...matomo, idaction_url: '10', idaction_name: '20' },
  goatcounter: { '2Path': '/a', Session: 's', Date: date, Event: 'false', Bot: '0' },
  tallyhouse: { page_path: '/a', session_id: 's', entered_at: date, exited_at: date },
};
export const matomoSides = (page: string, visit: Row = {}): Record<string, Row> => ({
  5: { visit_first_action_time: date, ...visit },
  10: { name: page, type: '1', url_prefix: '' },
});

export interface Site {
  host?: string | undefined;
  own?: string[];
}

/** Reads rows that differ from the usual one. @param sides rows of side tables by their keys */
export function readerOf(name: string, { host, own = [] }: Site = {}, sides: Record<string, Row> = {}) {
  const format = formats.find((one) => one.name === name);
  if (format?.kind !== 'table') throw new Error(`${name} has no tables`);
  const options = { hosts: createHosts(host, own), isForeign: createOneSite() };
  const read = format.createReader(options, (_table, key) => sides[key]);
  return (row: Row): Reading => read({ ...rows[name], ...row });
}

export function reading(name: string, record: Row | string, site: Site = {}, sides = {}): Reading {
  const format = formats.find((one) => one.name === name);
  if (format?.kind !== 'lines') return readerOf(name, site, sides)(Object(record));
  const read = format.createReader({ hosts: createHosts(site.host, site.own ?? []) });
  // The last of several lines.
  return String(record).split('\n').map(read).at(-1) ?? nothing;
}

export function recordOf(...given: Parameters<typeof reading>): ImportRecord {
  const read = reading(...given);
  if (read.kind === 'request' && read.view) return read.view;
  if (read.kind !== 'record') throw new Error(JSON.stringify(read));
  return read.record;
}

export const stored = (...given: Parameters<typeof reading>) =>
  arrived(recordOf(...given).ping, { keyed: true }).ping;

/** Source and medium as they are stored. */
export function sourceOf(...given: Parameters<typeof reading>) {
  const { source, medium } = { ...classifySource(stored(...given)), ...recordOf(...given).known };
  return { source, medium };
}
