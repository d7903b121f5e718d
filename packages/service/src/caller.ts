/** What a key allows: reports, exports, values of `ip` in exports, sending pings, managing sites, keys and annotations, making annotations. */
export const rights = ['read', 'export', 'personal', 'send', 'manage', 'annotate'] as const;
export type Right = (typeof rights)[number];

/** Who sent a key, and what it may do. */
export interface Caller {
  /** The name of the key. */
  name: string;
  rights: ReadonlySet<Right>;
  /** Ids and @groups of the sites that the key is for. */
  sites: 'all' | readonly string[];
  /** undefined: no limit. */
  requestsPerMinute: number | undefined;
}

/** The holder of API_KEY or ADMIN_PASSWORD. */
export const operator: Caller = {
  name: 'API_KEY',
  rights: new Set(rights),
  sites: 'all',
  requestsPerMinute: undefined,
};

/** The rights to all that the service tells and takes. */
const ofMetrics: readonly Right[] = ['read', 'export', 'personal', 'send'];

/** Whether a key opens /metrics. It need not manage: keys that opened it before there was that right still do. */
export const opensMetrics = ({ sites, rights }: Caller) =>
  sites === 'all' && ofMetrics.every((right) => rights.has(right));
