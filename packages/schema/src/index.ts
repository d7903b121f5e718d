export {
  type BiView,
  biViews,
  type DescribedView,
  databaseOfShard,
  describedViews,
  type ViewNames,
  viewNames,
} from '../../../clickhouse/bi/index.ts';
export { migrations } from '../../../clickhouse/migrations/index.ts';
export { BiViewsError, createBiViews, tryToCreateBiViews } from './bi/create-views.ts';
export { createViewsOverShards } from './bi/create-views-over-shards.ts';
export { biNamesOf, biSettings } from './bi/settings.ts';
export { copyTables } from './copy-tables.ts';
export { migrateDatabase } from './migrate-database.ts';
export { migrationSettings, readConfig } from './read-config.ts';
export { pingRetention, setPingRetention } from './retention.ts';
