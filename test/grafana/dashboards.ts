import { readFileSync } from 'node:fs';
import { z } from 'zod';

const source = z.object({ type: z.string(), uid: z.string() });

const sqlTarget = z.object({
  datasource: source.extend({ uid: z.literal('tallyhouse-bi') }),
  queryType: z.enum(['table', 'timeseries']),
  rawSql: z.string(),
});

const metricTarget = z.object({
  datasource: source.extend({ uid: z.literal('tallyhouse-metrics') }),
  expr: z.string(),
  legendFormat: z.string(),
});

const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), query: z.string(), datasource: source })),
  }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      type: z.string(),
      datasource: source,
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.union([sqlTarget, metricTarget])).min(1),
    }),
  ),
});

export type SqlTarget = z.output<typeof sqlTarget>;

/** A dashboard of deploy/grafana. */
export const readDashboard = (name: 'traffic' | 'operations') =>
  dashboard.parse(JSON.parse(readFileSync(`deploy/grafana/dashboards/${name}.json`, 'utf8')));

/** What Grafana fills in. Times are milliseconds since 1970. */
export interface Shown {
  from: number;
  to: number;
  intervalSeconds: number;
  sites: readonly string[];
}

/** A query as it reaches ClickHouse: the variables as Grafana writes them, the macros as the plugin does. @throws at others */
export function filledSql(sql: string, { from, to, intervalSeconds, sites }: Shown): string {
  const seconds = (at: number) => `toDateTime(${Math.floor(at / 1000)})`;
  const date = (at: number) => `toDate('${new Date(at).toISOString().slice(0, 10)}')`;
  const between = (column: string, write: (at: number) => string) =>
    `${column} >= ${write(from)} AND ${column} <= ${write(to)}`;
  const macros: Record<string, (...columns: string[]) => string> = {
    timeFilter: (column = '') => between(column, seconds),
    dateTimeFilter: (day = '', time = '') => `(${between(day, date)}) AND (${between(time, seconds)})`,
    timeInterval: (column = '') =>
      `toStartOfInterval(toDateTime(${column}), INTERVAL ${intervalSeconds} second)`,
    fromTime: () => seconds(from),
    toTime: () => seconds(to),
    interval_s: () => `${intervalSeconds}`,
  };
  const filled = sql
    .replaceAll(/\$\{site:singlequote\}/g, () =>
      sites.map((site) => `'${site.replaceAll("'", "\\'")}'`).join(','),
    )
    .replace(/\$__(\w+)(?:\(([^)]*)\))?/g, (text, name: string, columns = '') => {
      const macro = macros[name];
      if (macro === undefined) throw new Error(`no macro of the plugin: ${text}`);
      return macro(...columns.split(',').map((column: string) => column.trim()));
    });
  if (filled.includes('$')) throw new Error(`a variable is left: ${filled}`);
  return filled;
}

/** An expression as it reaches Prometheus. */
export const filledExpression = (expr: string) =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll('$__interval', '1m');
