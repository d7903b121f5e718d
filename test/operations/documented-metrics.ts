import { readFileSync } from 'node:fs';
import { quotedIn, tablesOf } from '../docs/markdown.ts';
import { metricOf } from './exposition.ts';
import { readExpression } from './promql.ts';

/** The metrics in docs/operations/monitoring.md with their labels. metrics.test.ts compares them with running apps. */
export function documentedMetrics(): Map<string, string[]> {
  const tables = tablesOf(readFileSync('docs/operations/monitoring.md', 'utf8'));
  const rows = tables.filter(({ head }) => head[0] === 'Metric').flatMap((table) => table.rows);
  return new Map(rows.map(([name = '', labels = '']) => [quotedIn(name).join(), quotedIn(labels).sort()]));
}

const documented = documentedMetrics();
/** Labels that Prometheus adds to what it scrapes. */
const targetLabels = ['job', 'instance'];

/**
 * Errors in an expression: text that is no PromQL, series that no app exports, labels that a series lacks.
 * @param named further labels that the result has to have
 */
export function problemsOf(text: string, named: readonly string[] = []): string[] {
  const { asked, grouping, mistakes } = readExpression(text);
  const unknown = asked.flatMap(({ series, labels }) => {
    const metric = metricOf(series, documented);
    if (metric === undefined && series !== 'up') return [`no series ${series}`];
    const has = [...(documented.get(metric ?? '') ?? []), ...targetLabels];
    if (series.endsWith('_bucket')) has.push('le');
    return [...labels, ...grouping, ...named].filter((label) => !has.includes(label));
  });
  return [...mistakes, ...unknown, ...(asked.length === 0 ? ['nothing is asked'] : [])];
}
