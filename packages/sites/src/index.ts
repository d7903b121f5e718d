export { type AddressForm, formOfAddress } from './alert-address.ts';
export {
  type Alert,
  type Alerts,
  addressesOf,
  alert,
  alertName,
  type Condition,
  conditions,
  noAlerts,
} from './alerts-file.ts';
export { columnRulesIn } from './channels.ts';
export { followSites } from './follow-sites.ts';
export {
  findCaller,
  isNameTaken,
  type KeyEntry,
  type Keys,
  keyEntry,
  noKeys,
  siteEntries,
} from './keys-file.ts';
export { latestOf } from './latest-of.ts';
export { makeKey, signInAddress } from './make-key.ts';
export { mayUse, readableSites } from './may-use.ts';
export { conditionsOf, goalNameIn } from './named-goals.ts';
export {
  alertsFileSetting,
  type EditableFiles,
  keysSettings,
  namedFiles,
  openSiteFiles,
  publicUrl,
  type SiteFileConfig,
  type SiteFilePaths,
  type SiteFiles,
  siteFilePaths,
  siteFileSettings,
  sitesSettings,
} from './open-files.ts';
export { problemsOf, wrongKind } from './parse-file.ts';
export { pathMatcher } from './path-matcher.ts';
export { type ListedSites, noSites, type Site, site, siteId, toSites } from './sites-file.ts';
export { parseTimezone, type Timezone } from './timezone.ts';
export { RefusedFileError, readSettings } from './watched-file.ts';
export type { EditableFile } from './write/editable-file.ts';
