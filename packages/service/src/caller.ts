/**
 * The rights of a key: reports, exports, values of `ip` in exports, sending pings, managing sites, keys and annotations, making
 * annotations.
 */
export const rights = ['read', 'export', 'personal', 'send', 'manage', 'annotate'] as const;
export type Right = (typeof rights)[number];

/** The sender of a key, with its rights. */
export interface Caller {
  name: string;
  rights: ReadonlySet<Right>;
  /** Ids and @groups of the key's sites. */
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

/** All rights. */
const ofMetrics: readonly Right[] = ['read', 'export', 'personal', 'send'];

/** Whether a key opens /metrics. It need not have `manage`: keys older than that right open it too. */
export const opensMetrics = ({ sites, rights }: Caller) =>
  sites === 'all' && ofMetrics.every((right) => rights.has(right));
