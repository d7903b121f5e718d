/** What a key allows: reports, exports, values of `ip` in exports, sending pings. */
export const rights = ['read', 'export', 'personal', 'send'] as const;
export type Right = (typeof rights)[number];

/** Who sent a key, and what it may do. */
export interface Caller {
  /** Of the key. */
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

/** Whether a key allows everything, so that it opens /metrics. */
export const isOperator = (caller: Caller) => caller.sites === 'all' && caller.rights.size === rights.length;
