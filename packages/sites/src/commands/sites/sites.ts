import { join } from 'node:path';
import { ArgumentError, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { siteFileSettings, sitesSettings } from '../../open-files.ts';
import type { Site } from '../../sites-file.ts';
import { readSettings } from '../../watched-file.ts';
import type { Command } from '../run.ts';

export const usage = `Usage: npm run sites -- check [file]

Checks a sites file as the service does when it reads it, and names every mistake with its line. Exits with 1 if there is one.
Without a file it checks SITES_FILE, or sites.yaml in DATA_DIR (./data). docs/sites.md describes the file.`;

const settings = z.object({
  SITES_FILE: siteFileSettings.SITES_FILE,
  DATA_DIR: z.string().default('./data'),
});

/** @throws ArgumentError, or RefusedFileError with the mistakes */
export const sitesCommand: Command = async ([what, file, ...others], env) => {
  if (what !== 'check' || others.length > 0) throw new ArgumentError('Say what to do: check [file].');
  const { SITES_FILE, DATA_DIR } = readEnvironment(settings, env);
  const path = file ?? SITES_FILE ?? join(DATA_DIR, 'sites.yaml');
  const { accept, sites, groups } = await readSettings(sitesSettings(path));
  const all = [...sites.values()];
  const total = (named: (site: Site) => object | undefined) =>
    all.reduce((sum, site) => sum + Object.keys(named(site) ?? {}).length, 0);
  const counts = [
    counted(all.length, 'site'),
    counted(groups.size, 'group'),
    counted(
      total(({ goals }) => goals),
      'goal',
    ),
    counted(
      total(({ funnels }) => funnels),
      'funnel',
    ),
    counted(
      total(({ segments }) => segments),
      'segment',
    ),
  ];
  const rest =
    accept === 'any' ? 'Pings of other sites are stored too.' : 'Pings of other sites are dropped.';
  const retention = all.some(({ retention_days }) => retention_days !== undefined)
    ? ' Nothing is removed after retention_days yet.'
    : '';
  return `${path} is valid: ${counts.join(', ')}. ${rest}${retention}`;
};

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
