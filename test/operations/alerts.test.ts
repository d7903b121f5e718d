import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readComposeFile } from '../deploy/compose-file.ts';
import { sectionOf } from '../docs/markdown.ts';
import { settingsOf } from '../docs/settings.ts';
import { filledExpression, readDashboard } from '../grafana/dashboards.ts';
import { problemsOf } from './documented-metrics.ts';
import { readExpression } from './promql.ts';

const alertRule = z.strictObject({
  alert: z.string().regex(/^Tallyhouse[A-Z][A-Za-z]+$/),
  expr: z.string(),
  for: z.string().regex(/^\d+[smh]$/),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
});
const group = z.strictObject({ name: z.string(), rules: z.array(alertRule) });
const rulesFile = z.strictObject({ groups: z.array(group) });
const named = z.strictObject({ names: z.array(z.string()), type: z.literal('A'), port: z.number() });
const scrapingFile = z.object({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(z.object({ job_name: z.string(), dns_sd_configs: z.array(named) })),
});

const { groups } = rulesFile.parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')));
const rules = groups.flatMap((group) => group.rules);
const { panels, templating } = readDashboard('operations');
const shown = panels.flatMap(({ targets }) =>
  targets.flatMap((target) => ('expr' in target ? target.expr : [])),
);
const expressions = [...rules.map(({ expr }) => expr), ...shown];
const runbook = readFileSync('docs/operations/runbook.md', 'utf8');

test('there are rules, each with a unique name', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test.each(rules)('$alert asks for what the apps export, and its runbook leads to a section', (rule) => {
  expect(problemsOf(rule.expr)).toEqual([]);
  const [, file = '', anchor = ''] = /^([^#]+)#(.+)$/.exec(rule.annotations.runbook) ?? [];
  expect(sectionOf(readFileSync(file, 'utf8'), anchor)).toBeDefined();
});

test('wrong settled days and wrong clocks have an alert', () => {
  const asked = rules.flatMap(({ expr }) => readExpression(expr).asked.map(({ series }) => series));
  for (const what of ['verify_differing_days', 'clickhouse_clock_ahead_seconds', 'watermark_ahead_seconds'])
    expect(asked).toContain(`tallyhouse_consumer_${what}`);
});

test('an alert on a single failure also counts one from before the first scrape of a copy', () => {
  const single = rules.filter(({ expr, for: held }) => held === '0m' && /increase\(.* > 0/.test(expr));
  expect(single).toHaveLength(3);
  for (const { expr } of single) {
    const [, sum, series] = /^(.+)\(increase\((\w+)/.exec(expr) ?? [];
    const first = `${sum}(${series} unless last_over_time(${series}[1d] offset 1h)) > 0`;
    expect(expr).toBe(`${sum}(increase(${series}[1h])) > 0 or ${first}`);
  }
});

test('health checks are no reports', () => {
  const asked = expressions.flatMap((expr) => expr.match(/tallyhouse_query_request\w+(\{.*?\})?/g) ?? []);
  expect(asked).toHaveLength(6);
  for (const series of asked) expect(series).toMatch(/endpoint!(="|~"\S+\|)other"/);
});

test('an alert on failures that go on ends before one that was short could fire', () => {
  const rate = /^(?:sum(?: by \(\w+\) )?\()?rate\([^[]+\[(\d+)m\]\)+ > 0$/;
  const going = rules.flatMap(({ expr, for: held }) => {
    const windows = expr.split(/\s+or /).map((part) => Number(rate.exec(part)?.[1]));
    return held === '1m' || windows.some(Number.isNaN) ? [] : { held: Number.parseInt(held, 10), windows };
  });
  expect(going).toHaveLength(4);
  for (const { held, windows } of going) expect(Math.max(...windows)).toBeLessThan(held / 2);
});

test('the greatest counts where each consumer counts the same', () => {
  const same = /tallyhouse_consumer_(?:lag|rebalances|settled|verify_differing)\w+/;
  const measured = expressions.filter((expr) => same.test(expr));
  const greatest = new RegExp(`max(?: by \\(\\w+\\) )?\\((?:increase\\()?${same.source}`);
  expect(measured).toHaveLength(9);
  for (const expr of measured) expect(expr).toMatch(greatest);
});

test('a rollout is no alert, a consumer that starts again each minute is', () => {
  const rule = rules.find(({ alert }) => alert === 'TallyhouseRebalances');
  const [window = 0, most = 0] =
    /\[(\d+)m\]\)\) > (\d+)$/
      .exec(rule?.expr ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  // A rollout of twelve consumers takes three minutes, and counts for the window after them.
  expect(Number.parseInt(rule?.for ?? '', 10)).toBeGreaterThan(window + 3);
  expect(2 * window).toBeGreaterThan(most);
});

test('the age of the newest ping is not that of 1970 where none was stored', () => {
  const ages = shown.filter((expr) => expr.includes('time()'));
  expect(ages).toHaveLength(1);
  expect(ages[0]).toMatch(/^time\(\) - \(max\(.*\) > 0\)$/);
});

test('the runbook names what the apps export, and compares what is stored with all that is appended', () => {
  const named = [...runbook.matchAll(/\btallyhouse_\w+/g)].flatMap(([series]) => problemsOf(series));
  expect(named).toEqual([]);
  const quoted = (sectionOf(runbook, 'pings-wait-in-the-log') ?? '').match(/(?<=`)sum\(.+?(?=`)/g) ?? [];
  expect(quoted.flatMap((expr) => problemsOf(expr))).toEqual([]);
  expect(quoted.map((expr) => readExpression(expr).asked.map(({ series }) => series))).toEqual([
    ['tallyhouse_consumer_rows_stored_total'],
    ['tallyhouse_ingest_append_messages_sum'],
  ]);
});

test.each(panels)('the panel $title asks for what the apps export', ({ targets }) => {
  for (const target of targets) {
    if (!('expr' in target)) throw new Error('a target without expression');
    const expression = filledExpression(target.expr);
    expect(expression).not.toContain('$');
    const named = [...target.legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    expect(problemsOf(expression, named)).toEqual([]);
  }
});

test('the dashboard has no variables', () => {
  expect(templating.list).toEqual([]);
});

test('the example scrapes each copy of each app of the Compose file at its unpublished metrics port, under the name that the rules use', () => {
  const scraping = scrapingFile.parse(parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')));
  const { services } = readComposeFile();
  const [job] = scraping.scrape_configs;
  const metricsPort = (app: string) => services.find(({ name }) => name === app)?.environment['METRICS_PORT'];
  const ports = [
    `ingest:${metricsPort('ingest')}`,
    `consumer:${settingsOf('consumer')['CONSUMER_PORT'].parse(undefined)}`,
    `query:${metricsPort('query')}`,
    `notify:${metricsPort('notify')}`,
  ];
  const scraped = job?.dns_sd_configs.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`));
  expect(scraped?.sort()).toEqual(ports.sort());
  const published = services.flatMap((service) => service.ports).join(' ');
  expect(published).not.toContain(metricsPort('ingest'));
  expect(scraping.rule_files).toEqual(['alerts.yml']);
  const named = rules.flatMap(({ expr }) => [...expr.matchAll(/job="(\w+)"/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(new Set([job?.job_name]));
});
