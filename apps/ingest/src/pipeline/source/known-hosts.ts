import { type Referrer, readReferrer } from './referrer.ts';
import { type WebHost, withParents } from './web-host.ts';

/** Where a session came from: a name for people (`Hacker News`) and the kind of place it is (`social`). */
export interface Source {
  readonly source: string;
  readonly medium: string;
}

/**
 * Medium -> source -> hosts, as in `known-hosts.json`. A host stands for its subdomains too, unless one is listed
 * itself. `google.*` is Google's name under `.com` and every country's suffix. `android-app://` names a package.
 */
export type HostTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Source -> other names people tag it by, in lower case. */
export type NameTable = Readonly<Record<string, readonly string[]>>;

interface KnownSources {
  /** The source a referrer belongs to, by the longest of its host's names that is listed. */
  ofReferrer(referrer: Referrer): Source | undefined;
  /** The source that a tag means: its name or another name of it in any case, or one of its hosts. */
  ofTag(tag: string): Source | undefined;
}

const APP = 'android-app://';
/** Not any suffix: `google.example-registry.net` or `google.xyz` can be anybody's. */
const COUNTRY_SUFFIX = /^(?:com|(?:com?\.)?[a-z]{2})$/;

/** Builds the look-up maps, once. */
export function createKnownSources(hosts: HostTable, names: NameTable): KnownSources {
  const byHost = new Map<string, Source>();
  const byName = new Map<string, Source>();
  for (const [medium, sources] of Object.entries(hosts)) {
    for (const [name, list] of Object.entries(sources)) {
      const source = { source: name, medium };
      byName.set(name.toLowerCase(), source);
      for (const host of list) byHost.set(host, source);
      for (const other of names[name] ?? []) byName.set(other, source);
    }
  }

  function ofHost(host: WebHost): Source | undefined {
    const ending = COUNTRY_SUFFIX.test(host.suffix) ? host.suffix.length : 0;
    for (const name of withParents(host.name)) {
      const found = byHost.get(name) ?? (ending ? byHost.get(`${name.slice(0, -ending)}*`) : undefined);
      if (found) return found;
    }
    return undefined;
  }

  function ofReferrer(referrer: Referrer): Source | undefined {
    return referrer.kind === 'app' ? byHost.get(APP + referrer.id) : ofHost(referrer.host);
  }

  return {
    ofReferrer,
    ofTag(tag) {
      const named = byName.get(tag.toLowerCase());
      if (named) return named;
      const referrer = readReferrer(tag);
      return referrer && ofReferrer(referrer);
    },
  };
}
