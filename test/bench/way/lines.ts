import { type Line, line, note } from '../line.ts';
import { grouped, median } from '../statistics.ts';
import { targets } from '../targets.ts';
import type { Cost } from './cost.ts';
import { microseconds, type Round, type Workload } from './round.ts';

export const nameOf = ({ connections, batch }: Workload) => `${connections} x ${batch}`;

/** The figures of a service's rounds with a workload, compared with those of bare node:http. */
export function linesOf(workload: Workload, rounds: Round[], bare: Round[]): Line[] {
  const [single, sending] = [workload.batch === 1, nameOf(workload)];
  const rate = (round: Round) => round.accepted / round.seconds;
  const cpu = (round: Round) => round.cpu;
  const ofBare = (of: (round: Round) => number) =>
    median(rounds.map((round, index) => of(round) / of(bare[index] ?? round)));
  const costs = rounds.flatMap(({ cost, accepted }) => (cost ? [{ ...cost, accepted }] : []));
  const aPing = (of: (cost: Cost) => number) =>
    grouped(median(costs.map((cost) => microseconds(of(cost), cost.accepted))));
  const inserts = (cost: Cost) => cost.insert_seconds;
  const merges = (cost: Cost) => cost.merge_seconds;
  const middle = (of: (cost: Cost & { accepted: number }) => number, digits = 0) =>
    grouped(median(costs.map(of)), digits);
  const times = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(1);
  const known = (name: string, figure: string) => note(`${sending}, ${name}`, figure);
  return [
    line(`${sending}, pings a second, of bare node:http`, ofBare(rate), single ? targets.wayRate : {}, {
      baseline: `${grouped(median(bare.map(rate)))}/s`,
    }),
    line(`${sending}, CPU time a ping, of bare node:http`, ofBare(cpu), single ? targets.wayCpu : {}, {
      baseline: `${median(bare.map(cpu)).toFixed(1)} us`,
    }),
    known('pings a second', `${grouped(median(rounds.map(rate)))}/s`),
    known('202 after, p50 and p95', `${times(({ p50 }) => p50)} and ${times(({ p95 }) => p95)} ms`),
    known(
      'CPU time a ping, node + ClickHouse (inserts, merges, else)',
      `${aPing(({ node }) => node)} + ${aPing(({ clickhouse }) => clickhouse)} us (${aPing(inserts)}, ` +
        `${aPing(merges)}, ${aPing((cost) => cost.clickhouse - inserts(cost) - merges(cost))})`,
    ),
    known(
      'rows inserted a ping, rows merged a row, inserts a second',
      `${middle((cost) => cost.rows_inserted / cost.accepted, 2)}, ` +
        `${middle((cost) => cost.rows_merged / cost.rows_inserted, 1)}, ` +
        `${times(({ cost, seconds }) => (cost?.inserts ?? Number.NaN) / seconds)}/s`,
    ),
  ];
}
