import { Gauge, type Logger, type Registry } from '@tallyhouse/service';
import { z } from 'zod';
import { type Keys, keysFile, noKeys, toKeys } from './keys-file.ts';
import { type ListedSites, noSites, sitesFile, toSites } from './sites-file.ts';
import { openUsedKeys, type UsedKeys } from './used-keys.ts';
import { type SettingsFile, type WatchedFile, watchFile } from './watched-file.ts';
import { type EditableFiles, editableKeys, editableSites } from './write/editable-files.ts';

/** Settings of every app that knows sites and keys; keys are environment variables. */
export const siteFileSettings = {
  SITES_FILE: z
    .string()
    .optional()
    .describe('YAML or JSON file of the sites: names, groups, hosts, exclusions, goals (docs/sites.md).'),
  KEYS_FILE: z
    .string()
    .optional()
    .describe('YAML or JSON file of keys for some sites and rights (docs/sites.md).'),
};

/** Where people reach the dashboard. */
export const publicUrl = z
  .url({ protocol: /^https?$/, error: 'the address of the dashboard, such as https://stats.example' })
  .optional()
  .describe(
    'Address at which people reach the dashboard, for links that sign in. Unset: the address that it listens on.',
  );

export const sitesSettings = (path: string, without?: ListedSites): SettingsFile<ListedSites> => ({
  path,
  shape: sitesFile.transform(toSites),
  ...(without && { without }),
});

export const keysSettings = (path: string, without?: Keys): SettingsFile<Keys> => ({
  path,
  shape: keysFile.transform(toKeys),
  ...(without && { without }),
});

/** What the files of sites and keys say now. */
export interface SiteFiles {
  sites(): ListedSites;
  keys(): Keys;
  /** When keys were used last; undefined without a keys file. */
  used?: UsedKeys | undefined;
  /** The same files, for those who change them. */
  editable?: EditableFiles | undefined;
  close(): void;
}

/** Undefined: there is no such file, and never will be. */
export interface SiteFilePaths {
  sites: SettingsFile<ListedSites> | undefined;
  keys: SettingsFile<Keys> | undefined;
}

export interface SiteFilesDeps {
  logger: Logger;
  registry: Registry;
  /** How often to look for changes. */
  pollMs?: number | undefined;
}

/** Opens both files. @throws RefusedFileError with each reason when one of them is refused */
export async function openSiteFiles(paths: SiteFilePaths, deps: SiteFilesDeps): Promise<SiteFiles> {
  const sites = paths.sites && (await watchFile(paths.sites, deps));
  const keys = paths.keys && (await watchFile(paths.keys, deps));
  measure({ sites, keys }, deps.registry);
  return {
    sites: () => sites?.current() ?? noSites,
    keys: () => keys?.current() ?? noKeys,
    used: paths.keys && openUsedKeys(`${paths.keys.path}.used.json`, deps.logger),
    editable: {
      sites: paths.sites && editableSites(paths.sites, sites?.refresh),
      keys: paths.keys && editableKeys(paths.keys, keys?.refresh),
    },
    close() {
      sites?.close();
      keys?.close();
    },
  };
}

/** The settings that name the two files. */
export type SiteFileConfig = z.output<z.ZodObject<typeof siteFileSettings>>;

/** The files that settings name. @throws (later) when one of them does not exist */
export const namedFiles = (config: SiteFileConfig): SiteFilePaths => ({
  sites: config.SITES_FILE === undefined ? undefined : sitesSettings(config.SITES_FILE),
  keys: config.KEYS_FILE === undefined ? undefined : keysSettings(config.KEYS_FILE),
});

function measure(
  files: Record<'sites' | 'keys', WatchedFile<unknown> | undefined>,
  registry: Registry,
): void {
  new Gauge({
    name: 'tallyhouse_file_refused',
    help: '1 while a changed file of sites or keys is refused and its last valid content goes on.',
    labelNames: ['file'],
    registers: [registry],
    collect() {
      for (const [file, watched] of Object.entries(files)) this.set({ file }, watched?.isRefused() ? 1 : 0);
    },
  });
}
