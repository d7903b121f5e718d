import { join } from 'node:path';
import { noKeys } from './keys-file.ts';
import {
  keysSettings,
  namedFiles,
  type SiteFileConfig,
  type SiteFilePaths,
  sitesSettings,
} from './open-files.ts';
import { noSites } from './sites-file.ts';

/** The files that the settings name; without a setting, sites.yaml and keys.yaml of the data folder, which need not exist. */
export function siteFilePaths(config: SiteFileConfig & { DATA_DIR: string }): SiteFilePaths {
  const named = namedFiles(config);
  return {
    sites: named.sites ?? sitesSettings(join(config.DATA_DIR, 'sites.yaml'), noSites),
    keys: named.keys ?? keysSettings(join(config.DATA_DIR, 'keys.yaml'), noKeys),
  };
}
