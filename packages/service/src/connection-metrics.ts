import type { Registry } from '@prometheus-io/client';
import type { Connections } from './connections.ts';
import { metersOf } from './meters.ts';

/** Connection metrics of one server; their names contain `app`. */
export function measureConnections(
  registry: Registry,
  app: 'ingest' | 'query',
  connections: Connections,
  max: number,
): void {
  const meters = metersOf(registry);
  meters.scrapedGauge(`tallyhouse_${app}_connections`, 'Open connections.', () => connections.open());
  meters.gauge(`tallyhouse_${app}_connections_limit`, 'MAX_CONNECTIONS.').set(max);
  meters.scrapedCounter(
    `tallyhouse_${app}_connections_closed_total`,
    'Idle connections that were closed to make room for new ones.',
    () => connections.closed(),
  );
}
