export { channelRulesIn } from './channels.ts';
export { hostMatcher } from './host.ts';
export { findCaller, type Keys, noKeys } from './keys-file.ts';
export { mayUse, readableSites } from './may-use.ts';
export {
  keysSettings,
  namedFiles,
  openSiteFiles,
  type SiteFileConfig,
  type SiteFilePaths,
  type SiteFiles,
  siteFileSettings,
  sitesSettings,
} from './open-files.ts';
export { pathMatcher } from './path-matcher.ts';
export { siteFilePaths } from './site-files.ts';
export { type ListedSites, noSites, type Site } from './sites-file.ts';
export { parseTimezone, type Timezone } from './timezone.ts';
export { readSettings } from './watched-file.ts';
