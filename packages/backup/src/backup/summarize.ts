import { bytesOf, many, type Progress } from '@tallyhouse/service';
import { ownFiles } from '../files.ts';
import type { InstallationConfig } from '../installation.ts';
import type { Manifest } from '../manifest.ts';

/** Prints the content of a backup, and what it lacks. */
export function summarize(
  manifest: Omit<Manifest, 'format'>,
  folder: string,
  config: InstallationConfig,
  progress: Progress,
) {
  const { name, base, tables, bytes, log, files, started_at, finished_at } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1);
  progress.say(`Backup ${name} in ${folder}: ${base === null ? 'full' : `adds to ${base}`}, ${seconds} s.`);
  progress.say(
    `  ${many(tables.length, 'table')}, ${many(rows, 'row')}, ${bytesOf(bytes.all)}; ${bytesOf(bytes.added)} written, with ${many(log.messages, 'message')} of the log.`,
  );
  progress.say(`  Sites file: ${files.sites ? 'in the backup' : 'there is none'}.`);
  if (files.imports.length > 0)
    progress.say(`  What imports remember: of ${many(files.imports.length, 'site')}.`);
  progress.say(
    files.secrets
      ? '  Secrets, keys and alerts: in the backup. Whoever can read the folder has them.'
      : `  Secrets, keys and alerts: not in the backup. Keep ${ownFiles(config)
          .filter(({ secret }) => secret)
          .map(({ path }) => path)
          .join(', ')} elsewhere, or use --with-secrets.`,
  );
}
