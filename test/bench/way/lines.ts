import { type Line, line, note } from '../line.ts';
import { grouped, median, sum } from '../statistics.ts';
import type { Cost, TableCost } from './cost.ts';
import { microseconds, type Round, type Workload } from './round.ts';

/** The figures of a service's rounds with one workload, beside those of bare node:http. */
export function linesOf({ connections, batch }: Workload, rounds: Round[], bare: Round[]): Line[] {
  const single = batch === 1;
  const rate = (round: Round) => round.accepted / round.seconds;
  const ofBare = (of: (round: Round) => number) =>
    median(rounds.map((round, index) => of(round) / of(bare[index] ?? round)));
  const costs = rounds.flatMap(({ cost, accepted }) => (cost ? [{ ...cost, accepted }] : []));
  const aPing = (of: (cost: Cost) => number) =>
    grouped(median(costs.map((cost) => microseconds(of(cost), cost.accepted))));
  const total = (name: Exclude<keyof TableCost, 'table'>) => (cost: Cost) =>
    sum(cost.tables.map((table) => table[name]));
  const [inserts, merges] = [total('insert_seconds'), total('merge_seconds')];
  const [inserted, merged] = [total('rows_inserted'), total('rows_merged')];
  const middle = (of: (cost: Cost & { accepted: number }) => number, digits = 0) =>
    grouped(median(costs.map(of)), digits);
  const times = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(1);
  const insertsASecond = ({ cost, seconds }: Round) =>
    (cost?.tables.find(({ table }) => table === 'pings')?.inserts ?? Number.NaN) / seconds;
  const sending = `${connections} x ${batch}`;
  const known = (name: string, figure: string) => note(`${sending}, ${name}`, figure);
  return [
    line(`${sending}, pings a second, of bare node:http`, ofBare(rate), {
      ...(single && { atLeast: 0.31 }),
      baseline: `${grouped(median(bare.map(rate)))}/s`,
    }),
    line(
      `${sending}, CPU time a ping until stored, of bare node:http`,
      ofBare(({ cpu }) => cpu),
      { ...(single && { atMost: 5 }), baseline: `${median(bare.map(({ cpu }) => cpu)).toFixed(1)} us` },
    ),
    known('pings a second', `${grouped(median(rounds.map(rate)))}/s`),
    known('202 after, p50 and p95', `${times(({ p50 }) => p50)} and ${times(({ p95 }) => p95)} ms`),
    known(
      'CPU time a ping, node + ClickHouse (inserts, merges, else)',
      `${aPing(({ node }) => node)} + ${aPing(({ clickhouse }) => clickhouse)} us (${aPing(inserts)}, ` +
        `${aPing(merges)}, ${aPing((cost) => cost.clickhouse - inserts(cost) - merges(cost))})`,
    ),
    known(
      'rows inserted a ping, rows merged a row, inserts a second',
      `${middle((cost) => inserted(cost) / cost.accepted, 2)}, ` +
        `${middle((cost) => merged(cost) / inserted(cost), 1)}, ${times(insertsASecond)}/s`,
    ),
    known(
      'bytes written a ping, syncs of ClickHouse, commits of the log',
      `${middle((cost) => cost.bytesWritten / cost.accepted)} B, ${middle(({ syncs }) => syncs)}, ` +
        `${middle(({ commits }) => commits)}`,
    ),
  ];
}

/** What each table costs, as a Markdown table: microseconds of CPU time a ping, and rows. */
export function byTable(rounds: readonly Round[]): string {
  const pings = sum(rounds.map(({ accepted }) => accepted));
  const all = rounds.flatMap(({ cost }) => cost?.tables ?? []);
  const rows = [...new Set(all.map(({ table }) => table))].map((table) => {
    const own = all.filter((cost) => cost.table === table);
    const total = (name: Exclude<keyof TableCost, 'table'>) => sum(own.map((cost) => cost[name]));
    const aPing = (name: 'insert_seconds' | 'merge_seconds') => microseconds(total(name), pings).toFixed(1);
    const [inserted, merged] = [total('rows_inserted'), total('rows_merged')];
    const ofInserts = `${total('inserts')} | ${grouped(inserted)}`;
    const ofMerges = `${total('merges')} | ${grouped(merged)} | ${(merged / inserted).toFixed(1)}`;
    return `| ${table} | ${aPing('insert_seconds')} | ${aPing('merge_seconds')} | ${ofInserts} | ${ofMerges} |`;
  });
  return [
    '| table | insert us | merge us | parts | rows inserted | merges | rows merged | a row |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}
