import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { line } from './line.ts';
import type { Measured } from './measured.ts';
import { curl, runCommand } from './process.ts';
import type { Service } from './service.ts';
import { inEmptyFolder } from './services.ts';
import { median, sum, took } from './statistics.ts';
import { targets } from './targets.ts';

interface Entry {
  view: string;
  site: string;
  date: string;
  path: string;
  rows: number;
}

/** Measures `tallyhouse export` of a site's last days, its memory, and curl that writes the same files one after another. */
export const measureLake: Measured<'lake'> = (service, { siteId, end }, { rounds, days }) =>
  inEmptyFolder(async (folder) => {
    const [exported, updated, fetched, peaks]: [number[], number[], number[], number[]] = [[], [], [], []];
    let rows = 0;
    const first = new Date(end - days * 86_400_000).toISOString().slice(0, 10);
    const args = ['--site', siteId, '--from', first];
    for (let round = 0; round < rounds; round++) {
      const lake = join(folder, `lake-${round}`);
      const whole = await exportTo(service, lake, args);
      const files = entriesOf(lake);
      rows = sum(files.map((file) => file.rows));
      const direct = await took(() => fetchAll(service, files, join(folder, 'fetched.parquet')));
      const again = await exportTo(service, lake, [...args, '--update']);
      exported.push(whole.seconds);
      updated.push(again.seconds);
      fetched.push(direct / 1000);
      peaks.push(whole.peakBytes / 1e6);
      rmSync(lake, { recursive: true });
    }
    const theirs = median(fetched);
    const what = `export of ${rows} rows, of curl with the same queries`;
    return [
      line(what, theirs / median(exported), targets.lake, { baseline: `${theirs.toFixed(2)} s` }),
      line('an update when nothing changed', median(updated), { unit: ' s', digits: 2 }),
      line('peak memory of the command', median(peaks), { unit: ' MB' }),
    ];
  });

function entriesOf(lake: string): Entry[] {
  const [, ...lines] = readFileSync(join(lake, 'manifest.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

const exportTo = ({ clickhouseUrl }: Service, lake: string, args: readonly string[]) =>
  runCommand('dist/export.js', ['--to', lake, ...args], { CLICKHOUSE_URL: clickhouseUrl });

const ids = ['ping_id', 'pageview_id', 'session_id', 'visitor_id'].map((id) => `toString(${id}) as ${id}`);
const day = `select * except (date) replace (${ids.join(', ')})
from {database:Identifier}.{view:Identifier} where site_id = {site:String} and date = {date:Date}`;

/** Sends the same queries one after another, each into a file that the next one replaces. */
async function fetchAll(service: Service, files: readonly Entry[], to: string): Promise<void> {
  for (const { view, site, date } of files) {
    const parameters = new URLSearchParams({
      database: 'bi',
      default_format: 'Parquet',
      output_format_parquet_compression_method: 'zstd',
      param_database: 'bi',
      param_view: view,
      param_site: site,
      param_date: date,
    });
    const { bytes } = await curl(to, '--data-binary', day, `${service.clickhouseUrl}/?${parameters}`);
    if (bytes === 0) throw new Error(`no rows of ${view} on ${date}`);
  }
}
