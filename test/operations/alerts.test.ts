import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readComposeFile } from '../deploy/compose-file.ts';
import { settingsOf } from '../docs/settings.ts';
import { exerciseApps } from './exercised-apps.ts';
import { type Exposition, metricOf } from './exposition.ts';
import { readExpression } from './promql.ts';

const rulesFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Tallyhouse[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const scrapingFile = z.object({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.object({ job_name: z.string(), static_configs: z.array(z.object({ targets: z.array(z.string()) })) }),
  ),
});

const { groups } = rulesFile.parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')));
const rules = groups.flatMap((group) => group.rules);
const { services } = readComposeFile();
const scraping = scrapingFile.parse(parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')));

/** What Prometheus itself adds to what it scrapes. */
const targetLabels = ['job', 'instance'];

let exported: Exposition;
beforeAll(async () => {
  exported = await exerciseApps();
});

test('there are rules, each with a unique name', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

describe.each(rules)('$alert', ({ expr, annotations }) => {
  const { asked, grouping, mistakes } = readExpression(expr);

  test('its expression is PromQL', () => {
    expect([mistakes, asked.length > 0]).toEqual([[], true]);
  });

  test('the apps export every series and label that it uses', () => {
    const known = asked.map(({ series, labels }) => {
      const metric = metricOf(series, exported);
      const has = metric === undefined ? [] : [...(exported.metrics.get(metric) ?? [])];
      return { series, exists: metric !== undefined || series === 'up', unknown: unknownOf(labels, has) };
    });
    expect(known).toEqual(asked.map(({ series }) => ({ series, exists: true, unknown: [] })));
  });

  test('it groups by labels that its series have', () => {
    const has = asked.flatMap(({ series }) => [
      ...(exported.metrics.get(metricOf(series, exported) ?? '') ?? []),
      ...(series.endsWith('_bucket') ? ['le'] : []),
    ]);
    expect(unknownOf(grouping, has)).toEqual([]);
  });

  test('its runbook leads to a section', () => {
    const [, file = '', anchor] = /^([^#]+)#(.+)$/.exec(annotations.runbook) ?? [];
    expect(anchorsOf(readFileSync(file, 'utf8'))).toContain(anchor);
  });
});

test('invalid PromQL is found', () => {
  expect(readExpression('sum(rate(a_total[5m]) > 0').mistakes).not.toEqual([]);
  expect(readExpression('sum by (b) (rate(a_total{c="d"}[5m]))')).toEqual({
    asked: [{ series: 'a_total', labels: ['c'] }],
    grouping: ['b'],
    mistakes: [],
  });
});

test('the example scrapes each app of the Compose file at its unpublished metrics port, under the name that the rules use', () => {
  const [job] = scraping.scrape_configs;
  const metricsPort = (app: string) => services.find(({ name }) => name === app)?.environment['METRICS_PORT'];
  const ports = [
    `ingest:${metricsPort('ingest')}`,
    `consumer:${settingsOf('consumer')['CONSUMER_PORT'].parse(undefined)}`,
    `query:${metricsPort('query')}`,
  ];
  expect(job?.static_configs.flatMap(({ targets }) => targets)).toEqual(ports);
  const published = services.flatMap((service) => service.ports).join(' ');
  expect(published).not.toContain(metricsPort('ingest'));
  expect(scraping.rule_files).toEqual(['alerts.yml']);
  const named = rules.flatMap(({ expr }) => [...expr.matchAll(/job="(\w+)"/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(new Set([job?.job_name]));
});

function unknownOf(labels: readonly string[], has: readonly string[]): string[] {
  return labels.filter((label) => !has.includes(label) && !targetLabels.includes(label));
}

/** The anchors of a Markdown file's headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
