import type { Manifest } from './manifest.ts';
import type { Place } from './place.ts';
import type { StoredDay } from './stored.ts';

/** @throws an Error when two sites would share a folder */
export async function refuseSameNames(
  place: Place,
  stored: readonly StoredDay[],
  manifest: Manifest,
): Promise<void> {
  const sites = new Set([
    ...stored.map(({ site_id }) => site_id),
    ...[...manifest.files()].map(({ site }) => site),
  ]);
  const folded = new Map<string, string>();
  for (const site of sites) {
    const other = folded.get(site.toLowerCase());
    if (other !== undefined && (await place.foldsCase())) {
      throw new Error(
        `This file system takes the sites ${other} and ${site} for one folder. Name a folder on another one, or export each site to a folder of its own with --site.`,
      );
    }
    folded.set(site.toLowerCase(), site);
  }
}
