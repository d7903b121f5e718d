import { join } from 'node:path';
import {
  ArgumentError,
  many,
  printable,
  privacySetting,
  readArguments,
  readEnvironment,
} from '@tallyhouse/service';
import { z } from 'zod';
import { siteFileSettings, sitesSettings } from '../../open-files.ts';
import type { Site } from '../../sites-file.ts';
import { readSettings } from '../../watched-file.ts';
import type { Command } from '../run.ts';
import { channelWarnings } from './channel-warnings.ts';
import { pageWarnings } from './page-warnings.ts';

export const usage = `Usage: tallyhouse sites check [<file>]

Checks a sites file as the service does when it reads it, and names every mistake with its line. It warns of pages in goals, funnels,
segments and exclusions that no ping can have, and of rules of channels that take no session. docs/sites.md describes the file.

  <file>  The file. Default: SITES_FILE, or sites.yaml in DATA_DIR (./data).
  --help  This text.

Example: tallyhouse sites check sites.yaml

It exits with 0 when the file is valid, warnings or not, 1 when it is not, 2 for invalid arguments.
`;

const settings = z.object({
  SITES_FILE: siteFileSettings.SITES_FILE,
  DATA_DIR: z.string().default('./data'),
  PRIVACY: privacySetting,
});

/** @throws ArgumentError, or RefusedFileError with the mistakes */
export const sitesCommand: Command = async (args, env) => {
  const [what, file, ...others] = readArguments(args, {}).positionals;
  if (what !== 'check' || others.length > 0) throw new ArgumentError('Say what to do: check [file].');
  const { SITES_FILE, DATA_DIR, PRIVACY } = readEnvironment(settings, env);
  const path = file ?? SITES_FILE ?? join(DATA_DIR, 'sites.yaml');
  const { accept, defaults, sites, groups } = await readSettings(sitesSettings(path, undefined, PRIVACY));
  const all = [...sites.values()];
  const total = (named: (site: Site) => object | undefined) =>
    all.reduce((sum, site) => sum + Object.keys(named(site) ?? {}).length, 0);
  const [goals, funnels, segments] = [
    total((site) => site.goals),
    total((site) => site.funnels),
    total((site) => site.segments),
  ];
  const counts = `${many(all.length, 'site')}, ${many(groups.size, 'group')}, ${many(goals, 'goal')}, ${many(funnels, 'funnel')}, ${many(segments, 'segment')}`;
  const rest =
    accept === 'any' ? 'Pings of other sites are stored too.' : 'Pings of other sites are dropped.';
  const warnings = [
    ...channelWarnings('defaults.channels', defaults?.channels),
    ...[...sites].flatMap(([id, site]) => [
      ...pageWarnings(id, site),
      ...channelWarnings(`sites.${id}.channels`, site.channels),
    ]),
  ].map((text) => `Warning: ${printable(text)}`);
  return [`${path} is valid: ${counts}. ${rest}`, ...warnings].join('\n  ');
};
