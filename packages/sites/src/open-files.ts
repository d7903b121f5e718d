import { join } from 'node:path';
import { baseAddress, type Logger, metersOf, type PrivacyPreset, type Registry } from '@tallyhouse/service';
import { z } from 'zod';
import { type Alerts, alertsFile, noAlerts, toAlerts } from './alerts-file.ts';
import { type Keys, keysFile, noKeys, toKeys } from './keys-file.ts';
import { type ListedSites, noSites, type sitesFile, sitesFileWithin, toSites } from './sites-file.ts';
import { openUsedKeys, type UsedKeys } from './used-keys.ts';
import { type SettingsFile, type WatchedFile, watchFile } from './watched-file.ts';
import { type EditableFile, editableFile, type WrittenFile } from './write/editable-file.ts';

/** Settings of every app that reads sites and keys, by environment variable. */
export const siteFileSettings = { SITES_FILE: z.string().optional(), KEYS_FILE: z.string().optional() };

/** The setting of every app that reads or sends alerts. */
export const alertsFileSetting = z.string().optional();

/** Where people reach the dashboard. */
export const publicUrl = baseAddress(
  'the address of the dashboard, such as https://stats.example',
).optional();

/** A file as programs read it, and as people write it. */
interface SiteFile<Written, Content> extends SettingsFile<Content> {
  written: WrittenFile<Written>;
}

/** @returns a file of this kind; `without` is its content if it may be missing */
const settingsOf =
  <Written, Content>(shape: z.ZodType<Written>, toContent: (written: Written) => Content, heading: string) =>
  (path: string, without?: Content): SiteFile<Written, Content> => ({
    path,
    shape: shape.transform(toContent),
    written: { path, shape, heading, ...(without && { without: shape.parse({}) }) },
    ...(without && { without }),
  });

/** @param privacy the preset that its sites may not contradict */
export const sitesSettings = (path: string, without?: ListedSites, privacy?: PrivacyPreset) =>
  settingsOf(
    sitesFileWithin(privacy),
    toSites,
    'The sites of this installation: docs/sites.md describes the file.',
  )(path, without);

export const keysSettings = settingsOf(
  keysFile,
  toKeys,
  'The keys of this installation besides API_KEY and ADMIN_PASSWORD: tallyhouse key --help',
);

const alertsSettings = settingsOf(
  alertsFile,
  toAlerts,
  'The alerts of this installation: docs/operations/alerts.md describes the file.',
);

/** Undefined: there is no such file, and never will be. */
export interface EditableFiles {
  sites: EditableFile<z.output<typeof sitesFile>> | undefined;
  keys: EditableFile<z.output<typeof keysFile>> | undefined;
  alerts: EditableFile<z.output<typeof alertsFile>> | undefined;
}

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
  keys: ReturnType<typeof keysSettings> | undefined;
  alerts?: ReturnType<typeof alertsSettings> | undefined;
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
      sites: paths.sites && editableFile(paths.sites.written, sites?.refresh),
      keys: paths.keys && editableFile(paths.keys.written, keys?.refresh),
      alerts: paths.alerts && editableFile(paths.alerts.written, alerts?.refresh),
    },
    async refresh() {
      for (const file of [sites, keys, alerts]) await file?.refresh();
    },
    close() {
      for (const file of [sites, keys, alerts]) file?.close();
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

/** The files that the settings name; without a setting, sites.yaml, keys.yaml and alerts.yaml of the data folder, which need not exist. */
export function siteFilePaths(config: SiteFileConfig & { DATA_DIR: string }): SiteFilePaths {
  const named = namedFiles(config);
  return {
    sites: named.sites ?? sitesSettings(join(config.DATA_DIR, 'sites.yaml'), noSites, config.PRIVACY),
    keys: named.keys ?? keysSettings(join(config.DATA_DIR, 'keys.yaml'), noKeys),
    alerts: named.alerts ?? alertsSettings(join(config.DATA_DIR, 'alerts.yaml'), noAlerts),
  };
}

function measure(
  files: Readonly<Record<string, WatchedFile<unknown> | undefined>>,
  registry: Registry,
): void {
  metersOf(registry).scrapedGauge(
    'tallyhouse_file_refused',
    '1 while a changed file of sites, keys or alerts is refused and its last valid content stays in use.',
    () => Object.entries(files).map(([file, watched]) => [{ file }, watched?.isRefused() ? 1 : 0]),
    'file',
  );
}
