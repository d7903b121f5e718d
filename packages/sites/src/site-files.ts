import { join } from 'node:path';
import { noAlerts } from './alerts-file.ts';
import { noKeys } from './keys-file.ts';
import {
  alertsSettings,
  keysSettings,
  namedFiles,
  type SiteFileConfig,
  type SiteFilePaths,
  sitesSettings,
} from './open-files.ts';
import { noSites } from './sites-file.ts';

/** The files that the settings name; without a setting, sites.yaml, keys.yaml and alerts.yaml of the data folder, which need not exist. */
export function siteFilePaths(config: SiteFileConfig & { DATA_DIR: string }): SiteFilePaths {
  const named = namedFiles(config);
  return {
    sites: named.sites ?? sitesSettings(join(config.DATA_DIR, 'sites.yaml'), noSites, config.PRIVACY),
    keys: named.keys ?? keysSettings(join(config.DATA_DIR, 'keys.yaml'), noKeys),
    alerts: named.alerts ?? alertsSettings(join(config.DATA_DIR, 'alerts.yaml'), noAlerts),
  };
}
