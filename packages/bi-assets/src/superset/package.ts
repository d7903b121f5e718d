/** A Superset import (`superset import-directory`, or as a ZIP file): a database, datasets, charts and a dashboard. */
import type { Files } from '../files.ts';
import { metricsOfView } from '../metrics.ts';
import { tables } from '../tables.ts';
import { chartOf, charts } from './charts.ts';
import { dashboard } from './dashboard.ts';
import { datasetOf } from './datasets.ts';
import { uuidOf, version } from './ids.ts';

/** The views with metrics, and the list of sites for filters. */
const shown = tables.filter(({ name }) => name === 'sites' || metricsOfView(name).length > 0);

export const supersetFiles = (): Files => ({
  'metadata.yaml': { version, timestamp: '2026-11-27T00:00:00+00:00' },
  'databases/Tallyhouse.yaml': {
    database_name: 'Tallyhouse',
    // Superset asks for the password, or keeps that of an existing database with this id.
    sqlalchemy_uri: 'clickhousedb://analyst:XXXXXXXXXX@127.0.0.1:8124/bi',
    cache_timeout: null,
    expose_in_sqllab: true,
    allow_run_async: false,
    allow_ctas: false,
    allow_cvas: false,
    allow_dml: false,
    allow_file_upload: false,
    extra: { allows_virtual_table_explore: true },
    uuid: uuidOf('database'),
    version,
  },
  ...Object.fromEntries(shown.map((table) => [`datasets/Tallyhouse/${table.name}.yaml`, datasetOf(table)])),
  ...Object.fromEntries(charts.map((chart) => [`charts/${chart.name}.yaml`, chartOf(chart)])),
  'dashboards/Tallyhouse.yaml': dashboard(),
});
