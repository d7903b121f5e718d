import { type Chart, charts } from './charts.ts';
import { timeAxis } from './datasets.ts';
import { uuidOf, version } from './ids.ts';

/** Charts in rows of twelve columns, below filters on the time and the site. */
export const dashboard = () => ({
  dashboard_title: 'Tallyhouse',
  description: null,
  css: '',
  slug: 'tallyhouse',
  uuid: uuidOf('dashboard'),
  published: true,
  position: {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: {
      type: 'GRID',
      id: 'GRID_ID',
      children: rows().map((_, at) => rowId(at)),
      parents: ['ROOT_ID'],
    },
    ...Object.fromEntries(rows().flatMap(placed)),
  },
  metadata: {
    cross_filters_enabled: false,
    native_filter_configuration: [
      filterOf('Time', 'filter_time', [{}], {
        extraFormData: { time_range: 'Last month' },
        filterState: { value: 'Last month' },
      }),
      filterOf('Site', 'filter_select', siteTargets(), { extraFormData: {}, filterState: {} }),
    ],
  },
  version,
});

const rowId = (at: number) => `ROW-${at + 1}`;

function rows(): Chart[][] {
  const found: Chart[][] = [];
  let left = 0;
  for (const chart of charts) {
    if (chart.width > left) {
      found.push([]);
      left = 12;
    }
    found.at(-1)?.push(chart);
    left -= chart.width;
  }
  return found;
}

function placed(row: readonly Chart[], at: number): [string, unknown][] {
  const parents = ['ROOT_ID', 'GRID_ID'];
  const ids = row.map(({ name }) => `CHART-${name}`);
  return [
    [
      rowId(at),
      { type: 'ROW', id: rowId(at), children: ids, parents, meta: { background: 'BACKGROUND_TRANSPARENT' } },
    ],
    ...row.map(({ name, title, kind, width }): [string, unknown] => [
      `CHART-${name}`,
      {
        type: 'CHART',
        id: `CHART-${name}`,
        children: [],
        parents: [...parents, rowId(at)],
        meta: {
          // Superset replaces it by its own.
          chartId: charts.findIndex((chart) => chart.name === name) + 1,
          uuid: uuidOf(`chart ${name}`),
          sliceName: title,
          width,
          height: kind === 'number' ? 20 : 50,
        },
      },
    ]),
  ];
}

/** One dataset lists the sites; the filter applies to each chart, whose datasets all have the column. */
const siteTargets = () => [{ datasetUuid: uuidOf('dataset sites'), column: { name: 'site_id' } }];

const filterOf = (name: string, filterType: string, targets: unknown[], defaultDataMask: unknown) => ({
  id: `NATIVE_FILTER-${name.toLowerCase()}`,
  name,
  type: 'NATIVE_FILTER',
  filterType,
  targets,
  defaultDataMask,
  controlValues:
    filterType === 'filter_select'
      ? { multiSelect: true, enableEmptyFilter: false }
      : { timeColumn: timeAxis },
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
});
