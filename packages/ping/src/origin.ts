import { parseJson } from '@tallyhouse/service/parse-json';
import { rowVersionOf } from './codec.ts';
import { columnsOf } from './columns.ts';
import { crawlColumns, crawlVersion } from './crawl.ts';
import { pingFields } from './fields.ts';

/** Id and site of a ping or of a request of a page, and when ingest received it (milliseconds since 1970). */
export interface Origin {
  pingId: string;
  crawlId: string;
  siteId: string;
  receivedAt: number;
}

/** Reads the origin of a message that cannot be stored, if possible. */
export function readOrigin(message: Buffer): Partial<Origin> {
  const values = parseJson(message.toString());
  if (!Array.isArray(values)) return {};
  const [, ...row]: unknown[] = values;
  const version = rowVersionOf(message);
  const isCrawl = version === crawlVersion;
  const columns = isCrawl ? crawlColumns : columnsOf(pingFields, version);
  const cell = (name: string) => row[columns.findIndex((column) => column.name === name)];
  const id = cell('ping_id');
  const crawlId = cell('id');
  const site = cell('site_id');
  const received = cell('received_at');
  return {
    ...(typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? { pingId: id } : {}),
    ...(isCrawl && typeof crawlId === 'string' ? { crawlId } : {}),
    ...(typeof site === 'string' && /^[\w.-]{1,64}$/.test(site) ? { siteId: site } : {}),
    ...(typeof received === 'string' && /^\d{1,10}\.\d{3}$/.test(received)
      ? { receivedAt: Math.round(Number(received) * 1000) }
      : {}),
  };
}
