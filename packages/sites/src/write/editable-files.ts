import type { PrivacyPreset } from '@tallyhouse/service';
import { alertsFile } from '../alerts-file.ts';
import { keysFile } from '../keys-file.ts';
import { type sitesFile, sitesFileWithin } from '../sites-file.ts';
import type { SettingsFile } from '../watched-file.ts';
import { type EditableFile, editableFile } from './editable-file.ts';

type SitesContent = ReturnType<typeof sitesFile.parse>;
type KeysContent = ReturnType<typeof keysFile.parse>;
type AlertsContent = ReturnType<typeof alertsFile.parse>;

/** Undefined: there is no such file, and never will be. */
export interface EditableFiles {
  sites: EditableFile<SitesContent> | undefined;
  keys: EditableFile<KeysContent> | undefined;
  alerts: EditableFile<AlertsContent> | undefined;
}

/** The place of a file, and whether it is required. */
type FileAt = Pick<SettingsFile<unknown>, 'path' | 'without'>;

export const editableSites = (
  { path, without, privacy }: FileAt & { privacy?: PrivacyPreset | undefined },
  changed?: () => Promise<void>,
): EditableFile<SitesContent> =>
  editableFile(
    {
      path,
      shape: sitesFileWithin(privacy),
      ...(without !== undefined && { without: { accept: 'any', sites: {} } }),
    },
    { heading: 'The sites of this installation: docs/sites.md describes the file.', changed },
  );

export const editableKeys = (
  { path, without }: FileAt,
  changed?: () => Promise<void>,
): EditableFile<KeysContent> =>
  editableFile(
    { path, shape: keysFile, ...(without !== undefined && { without: { keys: [] } }) },
    {
      heading: 'The keys of this installation besides API_KEY and ADMIN_PASSWORD: tallyhouse key --help',
      changed,
    },
  );

export const editableAlerts = (
  { path, without }: FileAt,
  changed?: () => Promise<void>,
): EditableFile<AlertsContent> =>
  editableFile(
    { path, shape: alertsFile, ...(without !== undefined && { without: { alerts: {} } }) },
    { heading: 'The alerts of this installation: docs/operations/alerts.md describes the file.', changed },
  );
