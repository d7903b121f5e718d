import type { Target } from './target.ts';

const ofSite = 'site_id = {site:String}';

/** The ids in a message: it has the bytes of a ping, whether valid or not. */
const ids = "extractAll(lower(value), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')";

/** The queries of the ids that the plan names. */
const planned = {
  sessions: "(select id from deleting where what = 'session')",
  pings: "(select id from deleting where what = 'ping')",
};

function namesItself(kind: 'visitor' | 'session' | 'ip' | 'forgotten'): string {
  if (kind === 'ip') return `position(value, concat('"', {address:String}, '"')) > 0`;
  if (kind !== 'forgotten') return `has(${ids}, toString({id:UUID}))`;
  const hashes = ['visitor', 'session', 'ping'].map(
    (one) => `SHA256(concat('${one} ', {site:String}, ' ', id))`,
  );
  const known = hashes.map((hash) => `${hash} in (select hash from forgotten)`).join(' or ');
  return `arrayExists(id -> ${known}, ${ids})`;
}

/**
 * The condition of the dead letters that hold something of a target. The site is empty where it cannot be read.
 * @param doomed queries or names of the ids of sessions and pings that are deleted
 */
export function deadLettersOf(about: Target, doomed: { sessions: string; pings: string } = planned): string {
  if (about.kind === 'site') return ofSite;
  if (about.kind === 'before')
    return `${ofSite} and value != '' and received_at < toDateTime64({day:Date}, 3, 'UTC')`;
  const itself = namesItself(about.kind);
  const named = `arrayExists(id -> toUUIDOrZero(id) in ${doomed.sessions} or toUUIDOrZero(id) in ${doomed.pings}, ${ids})`;
  return `site_id in ({site:String}, '') and (${itself} or ${named})`;
}
