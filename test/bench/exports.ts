import { fileOptions } from '@tallyhouse/query/export';
import { exportedPageviews } from '@tallyhouse/query/exported-pageviews';
import { createReader } from '@tallyhouse/query/reader';
import { readingSettings } from '@tallyhouse/query/settings';
import { render } from '@tallyhouse/sql';
import type { Filled } from './fill/fill.ts';
import { type Line, line } from './line.ts';
import type { Measured } from './measured.ts';
import { curl } from './process.ts';
import { key, type Service } from './service.ts';
import { median } from './statistics.ts';
import { targets } from './targets.ts';

/** Measures the export of pageviews, and curl that fetches the same rows from ClickHouse. */
export const measureExports: Measured<'exports'> = async (service, filled, { rounds }) => {
  const lines: Line[] = [];
  for (const encoding of ['identity', 'gzip']) {
    const ours: number[] = [];
    const direct: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const fetched = (request: string[]) =>
        curl('/dev/null', '-H', `Accept-Encoding: ${encoding}`, ...request);
      const exported = await fetched(exportRequest(service, filled));
      const queried = await fetched(directRequest(service, filled, encoding));
      if (encoding === 'identity' && exported.bytes !== queried.bytes)
        throw new Error(`the export has ${exported.bytes} bytes, ClickHouse's own answer ${queried.bytes}`);
      ours.push(exported.seconds);
      direct.push(queried.seconds);
    }
    const theirs = median(direct);
    lines.push(
      line(`pageviews as CSV, ${encoding}, of curl to ClickHouse`, theirs / median(ours), targets.exports, {
        baseline: `${theirs.toFixed(2)} s`,
      }),
    );
  }
  return lines;
};

function exportRequest({ apiUrl }: Service, { siteId, start, end }: Filled): string[] {
  const range = `start=${new Date(start).toISOString()}&end=${new Date(end).toISOString()}`;
  return ['-H', `Authorization: Bearer ${key}`, `${apiUrl}/export/pageviews?site_id=${siteId}&${range}`];
}

function directRequest({ clickhouseUrl }: Service, { siteId, ...range }: Filled, encoding: string): string[] {
  const sites = { ids: [siteId], every: false };
  const about = { sites, range, period: range, bucketStarts: [range.start], filters: [], now: range.end };
  const file = fileOptions({ several: false, defuse: true, properties: [], personal: false });
  const { sql, values } = render(exportedPageviews(createReader(about, new Map()), file));
  const parameters = new URLSearchParams({
    database: 'tallyhouse',
    default_format: 'CSVWithNames',
    enable_http_compression: encoding === 'gzip' ? '1' : '0',
    max_block_size: '8192',
    date_time_output_format: 'iso',
    format_csv_null_representation: '',
    ...Object.fromEntries(Object.entries(readingSettings).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`param_${name}`, String(value)])),
  });
  return ['--data-binary', sql, `${clickhouseUrl}/?${parameters}`];
}
