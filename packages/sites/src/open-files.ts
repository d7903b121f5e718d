import { baseAddress, type Logger, metersOf, type PrivacyPreset, type Registry } from '@tallyhouse/service';
import { z } from 'zod';
import { type Alerts, alertsFile, noAlerts, toAlerts } from './alerts-file.ts';
import { type Keys, keysFile, noKeys, toKeys } from './keys-file.ts';
import { type ListedSites, noSites, sitesFileWithin, toSites } from './sites-file.ts';
import { openUsedKeys, type UsedKeys } from './used-keys.ts';
import { type SettingsFile, type WatchedFile, watchFile } from './watched-file.ts';
import { type EditableFiles, editableAlerts, editableKeys, editableSites } from './write/editable-files.ts';

/** Settings of every app that reads sites and keys, by environment variable. */
export const siteFileSettings = { SITES_FILE: z.string().optional(), KEYS_FILE: z.string().optional() };

/** The setting of every app that reads or sends alerts. */
export const alertsFileSetting = z.string().optional();

/** Where people reach the dashboard. */
export const publicUrl = baseAddress(
  'the address of the dashboard, such as https://stats.example',
).optional();

/** @param privacy the preset that its sites may not contradict */
export const sitesSettings = (
  path: string,
  without?: ListedSites,
  privacy?: PrivacyPreset,
): SettingsFile<ListedSites> & { privacy: PrivacyPreset | undefined } => ({
  path,
  privacy,
  shape: sitesFileWithin(privacy).transform(toSites),
  ...(without && { without }),
});

const settingsOf =
  <Content>(shape: z.ZodType<Content>) =>
  (path: string, without?: Content): SettingsFile<Content> => ({ path, shape, ...(without && { without }) });

export const keysSettings = settingsOf(keysFile.transform(toKeys));
export const alertsSettings = settingsOf(alertsFile.transform(toAlerts));

/** The current content of the files of sites, keys and alerts. */
export interface SiteFiles {
  sites(): ListedSites;
  keys(): Keys;
  /** When keys were used last; undefined without a keys file. */
  used?: UsedKeys | undefined;
  /** The same files, for changing them. */
  editable?: EditableFiles | undefined;
  close(): void;
}

/** Undefined: there is no such file, and never will be. */
export interface SiteFilePaths {
  sites: ReturnType<typeof sitesSettings> | undefined;
  keys: SettingsFile<Keys> | undefined;
  alerts?: SettingsFile<Alerts> | undefined;
}

export interface SiteFilesDeps {
  logger: Logger;
  registry: Registry;
  /** How often to look for changes. */
  pollMs?: number | undefined;
}

/** Opens the files. @throws RefusedFileError with each reason when one of them is refused */
export async function openSiteFiles(
  paths: SiteFilePaths,
  deps: SiteFilesDeps,
): Promise<SiteFiles & { alerts(): Alerts; refresh(): Promise<void> }> {
  const sites = paths.sites && (await watchFile(paths.sites, deps));
  const keys = paths.keys && (await watchFile(paths.keys, deps));
  const alerts = paths.alerts && (await watchFile(paths.alerts, deps));
  measure({ sites, keys, ...(alerts && { alerts }) }, deps.registry);
  return {
    sites: () => sites?.current() ?? noSites,
    keys: () => keys?.current() ?? noKeys,
    alerts: () => alerts?.current() ?? noAlerts,
    used: paths.keys && openUsedKeys(`${paths.keys.path}.used.json`, deps.logger),
    editable: {
      sites: paths.sites && editableSites(paths.sites, sites?.refresh),
      keys: paths.keys && editableKeys(paths.keys, keys?.refresh),
      alerts: paths.alerts && editableAlerts(paths.alerts, alerts?.refresh),
    },
    async refresh() {
      for (const file of [sites, keys, alerts]) await file?.refresh();
    },
    close() {
      sites?.close();
      keys?.close();
      alerts?.close();
    },
  };
}

/** The settings that name the files. */
export type SiteFileConfig = z.output<z.ZodObject<typeof siteFileSettings>> & {
  ALERTS_FILE?: string | undefined;
  PRIVACY?: PrivacyPreset | undefined;
};

/** The files that settings name. @throws (later) when one of them does not exist */
export const namedFiles = (config: SiteFileConfig): SiteFilePaths => ({
  sites:
    config.SITES_FILE === undefined ? undefined : sitesSettings(config.SITES_FILE, undefined, config.PRIVACY),
  keys: config.KEYS_FILE === undefined ? undefined : keysSettings(config.KEYS_FILE),
  ...(config.ALERTS_FILE !== undefined && { alerts: alertsSettings(config.ALERTS_FILE) }),
});

function measure(
  files: Readonly<Record<string, WatchedFile<unknown> | undefined>>,
  registry: Registry,
): void {
  metersOf(registry).scrapedGauge(
    'tallyhouse_file_refused',
    '1 while a changed file of sites, keys or alerts is refused and its last valid content goes on.',
    () => Object.entries(files).map(([file, watched]) => [{ file }, watched?.isRefused() ? 1 : 0]),
    'file',
  );
}
