import { type Referrer, readReferrer } from './referrer.ts';
import { type WebHost, withParents } from './web-host.ts';

/** The source of a session: a name (`Hacker News`) and its medium (`social`). */
export interface Source {
  readonly source: string;
  readonly medium: string;
}

/**
 * Medium -> source -> hosts, as in `known-hosts.json`. A host includes its subdomains, unless one is listed itself.
 * `google.*` is Google's name under `.com` and every country's suffix. `android-app://` names a package.
 */
export type HostTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Source -> other names used in tags, in lower case. */
export type NameTable = Readonly<Record<string, readonly string[]>>;

interface KnownSources {
  /** The source of a referrer, by its host or the nearest parent domain that is listed. */
  ofReferrer(referrer: Referrer): Source | undefined;
  /** The source that a tag names: by its name or another name in any case, or by one of its hosts. */
  ofTag(tag: string): Source | undefined;
}

const APP = 'android-app://';
/** Not every suffix: `google.example-registry.net` or `google.xyz` can belong to anybody. */
const COUNTRY_SUFFIX = /^(?:com|(?:com?\.)?[a-z]{2})$/;

/** Builds the lookup maps. */
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
