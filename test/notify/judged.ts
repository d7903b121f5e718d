import { askOver, createNotifier, type NotifierDeps, readPrivateHosts } from '@tallyhouse/alerts';
import { createLogger } from '@tallyhouse/service';
import { type Alert, type ListedSites, noSites } from '@tallyhouse/sites';
import { key } from '../api/present.ts';
import type { QueryService } from '../api/query-service.ts';

/** What tests decide about a process that judges alerts. */
export interface Judged {
  rules: Map<string, Alert>;
  listed?: ListedSites;
  clock: () => number;
  /** The one host that it may reach. */
  host: string;
}

/** The part of `tallyhouse notify` that judges and sends, whose time is an argument. */
export function notifierOf(service: QueryService, { rules, listed = noSites, clock, host }: Judged) {
  const deps: NotifierDeps = {
    alerts: () => rules,
    sites: () => listed,
    ask: askOver(service.url, key),
    client: service.database.client,
    config: {
      ALERT_PRIVATE_HOSTS: readPrivateHosts(host),
      SMTP_URL: undefined,
      MAIL_FROM: 'stats@example.org',
    },
    dashboardUrl: 'https://stats.example',
    clock,
    logger: createLogger('test', 'error'),
  };
  return createNotifier(deps);
}
