import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { Connections } from './connections.ts';

/** Connection metrics of one server; their names contain `app`. */
export function measureConnections(
  registry: Registry,
  app: 'ingest' | 'query',
  connections: Connections,
  max: number,
): void {
  const registers = [registry];
  new Gauge({
    name: `tallyhouse_${app}_connections`,
    help: 'Open connections.',
    registers,
    collect() {
      this.set(connections.open());
    },
  });
  new Gauge({
    name: `tallyhouse_${app}_connections_limit`,
    help: 'MAX_CONNECTIONS.',
    registers,
  }).set(max);
  new Counter({
    name: `tallyhouse_${app}_connections_closed_total`,
    help: 'Idle connections that were closed to make room for new ones.',
    registers,
    collect() {
      this.reset();
      this.inc(connections.closed());
    },
  });
}
