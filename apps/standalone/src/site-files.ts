import { join } from 'node:path';
import {
  keysSettings,
  namedFiles,
  noKeys,
  noSites,
  type SiteFilePaths,
  sitesSettings,
} from '@tallyhouse/sites';
import type { StandaloneConfig } from './config.ts';

/** The files that the settings name; without a setting, sites.yaml and keys.yaml of the data folder, which need not exist. */
export function siteFilePaths(config: StandaloneConfig): SiteFilePaths {
  const named = namedFiles(config);
  return {
    sites: named.sites ?? sitesSettings(join(config.DATA_DIR, 'sites.yaml'), noSites),
    keys: named.keys ?? keysSettings(join(config.DATA_DIR, 'keys.yaml'), noKeys),
  };
}
