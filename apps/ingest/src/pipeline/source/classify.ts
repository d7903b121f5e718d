import { storableText } from '@tallyhouse/ping';
import knownHosts from '@tallyhouse/ping/known-hosts';
import sourceNames from '@tallyhouse/ping/source-names';
import { Recent, remembered } from '@tallyhouse/service';
import clickIds from './click-ids.json';
import { type ClickIdTable, createClickIds, type Query } from './click-ids.ts';
import { createKnownSources, type HostTable, type NameTable, type Source } from './known-hosts.ts';
import { isOwnReferrer, type Referrer, readReferrer } from './referrer.ts';

/** The parts of a ping that show its source. Missing strings are empty. */
export interface Arrival {
  readonly referrer: string;
  /** The site's own host, as in the page's URL; empty when the ping had only a path. */
  readonly hostname: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  /** The landing page's query, for click ids. */
  readonly query: Query | undefined;
}

const MAX_LENGTH = 100;
/** How many referrers are remembered, over all sites: otherwise many sites and referrers could fill the memory. */
const KEPT = 10_000;
const DIRECT: Source = { source: 'Direct', medium: 'none' };

/**
 * Finds the source and medium of a session. Tags come first, then click ids, then the referrer. When only one of the two
 * tags is there, the rest of the chain gives the other:
 * - a source without a medium: `paid` with a click id, else the known medium of the source, else the referrer's;
 * - a medium without a source: the click id's network, else the referrer.
 *
 * Never throws; both strings have 1 to 100 characters.
 */
export const classifySource = createSourceClassifier(knownHosts, sourceNames, clickIds);

function createSourceClassifier(hosts: HostTable, names: NameTable, ids: ClickIdTable) {
  const known = createKnownSources(hosts, names);
  const clicked = createClickIds(ids);

  /** Parsing hosts takes longer than everything else here, and pages repeat the same few referrers and tags. */
  const tags = remembered(KEPT, (tag) => ({ known: known.ofTag(tag) }));
  const answers = new Recent<Source>(KEPT);

  function referred({ referrer, hostname }: Arrival): Source {
    // The length separates the two, whatever they contain.
    const key = `${hostname.length} ${hostname}${referrer}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = read(referrer, hostname);
    answers.set(key, answer);
    return answer;
  }

  function read(text: string, hostname: string): Source {
    const referrer = readReferrer(text);
    if (referrer === undefined || isOwnReferrer(referrer, hostname)) return DIRECT;
    return known.ofReferrer(referrer) ?? { source: nameOf(referrer), medium: 'referral' };
  }

  return (arrival: Arrival): Source => {
    const click = arrival.query && clicked(arrival.query);
    const source = arrival.utm_source.trim();
    const medium = arrival.utm_medium.trim().toLowerCase();
    const tagged = source === '' ? undefined : tags(source).known;
    const untagged = click ?? referred(arrival);
    return {
      source: cut(tagged?.source ?? (source || untagged.source)),
      medium: cut(medium || (click?.medium ?? tagged?.medium ?? untagged.medium)),
    };
  };
}

function nameOf(referrer: Referrer): string {
  return referrer.kind === 'app' ? referrer.id : referrer.host.domain;
}

const cut = (text: string) => storableText(text, MAX_LENGTH).trimEnd();
