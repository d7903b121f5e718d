import { filledExpression, type MetricTarget, readDashboard } from '../grafana/dashboards.ts';
import { exerciseApps } from './exercised-apps.ts';
import { type Exposition, metricOf } from './exposition.ts';
import { readExpression } from './promql.ts';

const { panels, templating } = readDashboard('operations');
const queries = panels.flatMap(({ title, targets }) =>
  (targets as MetricTarget[]).map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** What Prometheus itself adds to what it scrapes. */
const targetLabels = ['job', 'instance'];

let exported: Exposition;
beforeAll(async () => {
  exported = await exerciseApps();
});

test('there are no variables', () => {
  expect(templating.list).toEqual([]);
});

test.each(queries)(
  '$title: $expr is PromQL of series and labels that the apps export',
  ({ expr, legendFormat }) => {
    const { asked, grouping, mistakes } = readExpression(filledExpression(expr));
    expect([mistakes, asked.length > 0, filledExpression(expr).includes('$')]).toEqual([[], true, false]);
    for (const { series, labels } of asked) {
      const metric = metricOf(series, exported);
      expect([series, metric !== undefined || series === 'up']).toEqual([series, true]);
      const has = metric === undefined ? [] : [...(exported.metrics.get(metric) ?? [])];
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      const known = [...has, ...targetLabels, ...(series.endsWith('_bucket') ? ['le'] : [])];
      expect([...labels, ...grouping, ...named].filter((label) => !known.includes(label))).toEqual([]);
    }
  },
);
