import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readComposeFile } from '../deploy/compose-file.ts';
import { readDashboard } from './dashboards.ts';

const read = (path: string) => readFileSync(`deploy/grafana/provisioning/${path}`, 'utf8');
const grafana = readComposeFile().services.find(({ name }) => name === 'grafana');

test('the data sources are those that the panels name, and Compose sets their variables', () => {
  const text = read('datasources/tallyhouse.yml');
  const { datasources } = parse(text);
  const provided = datasources.map(({ uid, type }: { uid: string; type: string }) => ({ uid, type }));
  const used = (['traffic', 'operations'] as const).flatMap((name) => {
    const { panels, templating } = readDashboard(name);
    return [
      ...panels.flatMap(({ datasource, targets }) => [datasource, ...targets.map((one) => one.datasource)]),
      ...templating.list.map((one) => one.datasource),
    ];
  });
  const distinct = [...new Map(used.map((one) => [JSON.stringify(one), one])).values()];
  expect(provided).toEqual(expect.arrayContaining(distinct));
  const variables = [...text.matchAll(/\$([A-Z]\w*)/g)].map(([, name = '']) => name);
  expect(variables.filter((name) => !(name in (grafana?.environment ?? {})))).toEqual([]);
});

test('Compose mounts the dashboards where Grafana looks for them', () => {
  const [{ options }] = parse(read('dashboards/tallyhouse.yml')).providers;
  expect(grafana?.volumes).toContain(`./deploy/grafana/dashboards:${options.path}:ro`);
  expect(grafana?.volumes).toContain('./deploy/grafana/provisioning:/etc/grafana/provisioning:ro');
});

test('Grafana signs in to ClickHouse as a user that can read the views alone', () => {
  const users = readFileSync('deploy/clickhouse/reader.xml', 'utf8');
  const user = grafana?.environment['CLICKHOUSE_BI_USER'];
  const [, rights = ''] = new RegExp(`<${user} replace="replace">(.*?)</${user}>`, 's').exec(users) ?? [];
  expect(rights).toContain('<password from_env="CLICKHOUSE_BI_PASSWORD"/>');
  expect([...rights.matchAll(/<query>(.*?)<\/query>/g)].map(([, right]) => right)).toEqual([
    'grant show, select on bi.*',
    // It shows parts of its own tables alone, and views have none.
    'grant select on system.parts',
  ]);
});

test.each(['traffic', 'operations'] as const)(
  'the panels of %s have ids of their own and do not overlap',
  (name) => {
    const { panels } = readDashboard(name);
    expect(panels.length).toBeGreaterThan(10);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  },
);
