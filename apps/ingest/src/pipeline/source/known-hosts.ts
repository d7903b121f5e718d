import { type Referrer, readReferrer } from './referrer.ts';
import { type WebHost, withParents } from './web-host.ts';

/** The source of a session: a name (`Hacker News`) and its medium (`social`). */
export interface Source {
  readonly source: string;
  readonly medium: string;
}

/**
 * Medium -> source -> hosts, as in `known-hosts.json`. A host includes its subdomains, unless one is listed itself; a search engine's host
 * includes only those that serve results. `google.*` is Google's name under `.com` and every country's suffix. `android-app://` names a
 * package.
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
/** Not every suffix: `google.example-registry.net` or `google.xyz` may belong to anyone. */
const COUNTRY_SUFFIX = /^(?:com|(?:com?\.)?[a-z]{2})$/;

/** The names under which search engines serve results; other services have names of their own: mail, drive, login. */
const searching =
  /^(?:www\d*|web|wap|m|mobile|touch|lite|html|safe|noai|start|go|r|l|cse|encrypted|ipv[46]|images?|img|pic|videos?|maps|lens|news|global|int|app|hledej|weixin|s\d+-\w+|(?!ad$|id$|me$|my$|tv$)[a-z]{2}\d?|.*search)$/;

/** Whether a host under a search engine's domain is another of its services. @param name the domain */
function isService(host: WebHost, name: string): boolean {
  if (host.name === name || host.domain !== name) return false;
  const labels = host.name.slice(0, -name.length - 1).split('.');
  return !labels.includes('search') && !labels.every((label) => searching.test(label));
}

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
      if (found) return found.medium === 'organic' && isService(host, name) ? undefined : found;
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
