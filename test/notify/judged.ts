import { createAlertMetrics, createNotifier, readPrivateHosts } from '@tallyhouse/alerts';
import { askOver, createLogger, createRegistry, type Registry } from '@tallyhouse/service';
import { type Alert, type ListedSites, noSites } from '@tallyhouse/sites';
import { key } from '../api/present.ts';
import type { QueryService } from '../api/query-service.ts';

interface Surroundings {
  host: string;
  clock: () => number;
  listed?: ListedSites;
  registry?: Registry;
  /** Answers instead of the service. */
  ask?: ReturnType<typeof askOver>;
  mailServer?: string;
}

/** The part of `tallyhouse notify` that judges and sends, whose time is an argument. @param host the one that it may reach */
export function notifierOf(
  service: Pick<QueryService, 'url' | 'database'>,
  rules: Readonly<Record<string, Alert>>,
  { host, clock, listed = noSites, registry = createRegistry(), ask, mailServer }: Surroundings,
) {
  const { round, sent } = createNotifier({
    alerts: () => new Map(Object.entries(rules)),
    sites: () => listed,
    ask: ask ?? askOver(service.url, key),
    client: service.database.client,
    config: { ALERT_PRIVATE_HOSTS: readPrivateHosts(host), SMTP_URL: mailServer, MAIL_FROM: 'a@b.example' },
    dashboardUrl: 'https://stats.example',
    clock,
    logger: createLogger('test', 'error'),
    metrics: createAlertMetrics(registry),
  });
  return async () => {
    const isWhole = await round();
    await sent();
    return isWhole;
  };
}
