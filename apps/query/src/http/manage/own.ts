import { HttpError, invalidParameter } from '@tallyhouse/service';
import { type KeyEntry, type ListedSites, mayUse } from '@tallyhouse/sites';
import type { Caller } from '../caller.ts';

/** Ids of the sites that have pings; called when the file does not list a site. */
type WithPings = () => Promise<readonly string[]>;

/**
 * A key may pass on only its own rights, for existing sites and groups.
 * @throws HttpError 403 for a right or a site that the caller lacks, then 400 for an unknown site
 */
export async function requireOwnAndKnown(
  { rights, list }: Caller,
  wanted: Pick<KeyEntry, 'rights' | 'sites'>,
  listed: ListedSites,
  withPings: WithPings,
): Promise<void> {
  const right = wanted.rights.find((one) => !rights.has(one));
  if (right !== undefined)
    throw new HttpError('forbidden', `This key lacks the right ${right}, so it cannot give it.`, {
      parameter: 'rights',
    });
  requireOwn({ list }, wanted.sites, listed);
  await requireKnown(wanted.sites, listed, withPings);
}

/** @throws HttpError 400 for an unknown site */
export async function requireKnown(
  entries: readonly string[],
  listed: ListedSites,
  withPings: WithPings,
): Promise<void> {
  const inNoFile = entries.filter((entry) => !isListed(entry, listed));
  if (inNoFile.length === 0) return;
  const known = new Set(await withPings());
  const unknown = inNoFile.find((entry) => !known.has(entry));
  if (unknown !== undefined) throw invalidParameter('sites', `sites names ${unknown}, which does not exist.`);
}

/** A key with limits makes only keys as limited. @param own the caller's entry; undefined for the operator @throws HttpError 403 */
export function requireOwnLimits(
  own: KeyEntry | undefined,
  wanted: Pick<KeyEntry, 'expires' | 'requests_per_minute'>,
): void {
  for (const limit of ['expires', 'requests_per_minute'] as const) {
    if (sizeOf(own?.[limit]) >= sizeOf(wanted[limit])) continue;
    throw new HttpError('forbidden', `This key has ${limit} ${own?.[limit]}, so it cannot give more.`, {
      parameter: limit,
    });
  }
}

const sizeOf = (limit: string | number = Number.POSITIVE_INFINITY) =>
  typeof limit === 'string' ? Date.parse(limit) : limit;

const isListed = (entry: string, { sites, groups }: ListedSites) =>
  entry === '*' || (entry.startsWith('@') ? groups.has(entry.slice(1)) : sites.has(entry));

type Owner = Pick<Caller, 'list'>;

/** @param words the reason for the refusal @throws HttpError 403 for a site or group that the caller lacks */
export function requireOwn(
  { list }: Owner,
  entries: readonly string[],
  listed: ListedSites,
  words = (foreign: string) => `This key is not for ${foreign}.`,
): void {
  const foreign = entries.find((entry) => !mayUse({ sites: list }, entry, listed));
  if (foreign !== undefined) throw new HttpError('forbidden', words(foreign), { parameter: 'sites' });
}

/** Bounds what a key with a list of sites makes; the operator goes on. @throws HttpError 409 */
export function requireRoom({ list }: Owner, count: number, most: number, what: string): void {
  if (list === 'all' || count < most) return;
  throw new HttpError('conflict', `There are already ${most} ${what}: this key makes no more.`);
}

/** Whether all sites and groups are the caller's. */
export const isOwn =
  ({ list }: Owner, listed: ListedSites) =>
  ({ sites }: { sites: readonly string[] }): boolean =>
    sites.every((entry) => mayUse({ sites: list }, entry, listed));
