import { readFileSync } from 'node:fs';
import { type Filter, parseFilter } from '../filter/filter.ts';
import { fillSlots } from '../filter/slots.ts';
import { fillRows } from './arms.ts';
import { type RowSetName, rowSets } from './row-sets.ts';

const agg = JSON.parse(readFileSync('/tmp/agg.json', 'utf8'));
const key = /X-ClickHouse-Key: ([^"]*)"/.exec(readFileSync('/tmp/q.sh', 'utf8'))![1]!;
const page = process.env['PAGE_PATH'] ?? '/notes/2-on-the-subject-of-77a8';
async function q(sql: string, values: Record<string, unknown>) {
  const u = new URL(
    'http://127.0.0.1:18123/?database=' +
      (process.env['DB'] ?? 'y') +
      '&do_not_merge_across_partitions_select_final=1&optimize_move_to_prewhere=0&asterisk_include_alias_columns=1&enable_shared_storage_snapshot_in_query=1&default_format=JSONCompact&log_queries=1',
  );
  const form = new FormData();
  form.append('query', sql);
  for (const [k, v] of Object.entries(values))
    form.append(
      'param_' + k,
      Array.isArray(v)
        ? '[' + v.map((x) => (typeof x === 'string' ? `'${x}'` : x)).join(',') + ']'
        : String(v),
    );
  const t = performance.now();
  const r = await fetch(u, {
    method: 'POST',
    body: form,
    headers: { 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': key },
  });
  const text = await r.text();
  if (!r.ok) throw new Error(text.slice(0, 600) + '\n' + sql.slice(0, 3000));
  return { data: JSON.stringify(JSON.parse(text).data), ms: performance.now() - t };
}
const day = 86400000;
const now = Math.floor(Date.now() / 3600000) * 3600000;
const range = { start: now - 30 * day, end: now };
const d0 = Math.floor(range.start / day) * day;
const today = Math.floor(now / day) * day;
const st = (a: number) => new Date(a).toISOString().replace('T', ' ').replace('Z', '');
const plans: Record<string, any> = {
  live: undefined,
  settled: { runs: [{ state: 'settled', from: d0, until: today + day }], changedSince: undefined },
  lastLive: {
    runs: [
      { state: 'settled', from: d0, until: today },
      { state: 'live', from: today, until: today + day },
    ],
    changedSince: undefined,
  },
  changed: {
    runs: [
      { state: 'settled', from: d0, until: today - day },
      { state: 'changed', from: today - day, until: today + day },
    ],
    changedSince: Number(process.env['SINCE'] ?? now - 1e9),
  },
  mixed: {
    runs: [
      { state: 'live', from: d0, until: d0 + 2 * day },
      { state: 'changed', from: d0 + 2 * day, until: d0 + 5 * day },
      { state: 'settled', from: d0 + 5 * day, until: d0 + 9 * day },
      { state: 'live', from: d0 + 9 * day, until: d0 + 10 * day },
      { state: 'settled', from: d0 + 10 * day, until: today + day },
    ],
    changedSince: Number(process.env['SINCE'] ?? now - 1e9),
  },
};
const names = (process.env['ONLY']?.split(',') ?? Object.keys(rowSets)) as RowSetName[];
const wanted = process.env['PLANS']?.split(',') ?? Object.keys(plans);
for (const filterText of (process.env['FILTERS'] ?? ',country:DE').split(',')) {
  const filters: Filter[] = filterText ? [parseFilter(filterText)!] : [];
  test.each(names)(
    `%s ${filterText}`,
    async (name) => {
      const out: string[] = [];
      let first: string | undefined;
      for (const plan of wanted) {
        if (filters.length && plan === 'never') continue;
        const starts =
          name === 'totals'
            ? Array.from({ length: 31 }, (_, i) => (i ? d0 + i * day : range.start))
            : [range.start];
        const { sql, bindings } = fillRows(
          `/* rows: ${name} */`,
          { range, bucketStarts: starts, filters },
          plans[plan] ? new Map([[name, plans[plan]]]) : new Map(),
        );
        const filled = fillSlots(sql, filters);
        const text = agg[name].replace('ROWS', () => filled.sql);
        const values = {
          site_id: 'blog',
          start: st(range.start),
          end: st(range.end),
          key_start: st(range.start - 25 * 3600000),
          key_end: st(range.end + 600000),
          bucket_starts: starts,
          page_path: page,
          dimension: 'browser',
          ...bindings,
          ...filled.bindings,
        };
        let best = Infinity,
          data = '';
        for (let i = 0; i < Number(process.env['N'] ?? 1); i++) {
          const r = await q(text, values);
          best = Math.min(best, r.ms);
          data = r.data;
        }
        first ??= data;
        out.push(
          `${plan} ${best.toFixed(0)}${data === first ? '' : ' DIFFERS\n' + first.slice(0, 300) + '\n' + data.slice(0, 300)}`,
        );
      }
      process.stdout.write(`${name} ${filterText}: ${out.join(' | ')}\n`);
    },
    300000,
  );
}
