import { Counter, Gauge, type Registry } from 'prom-client';
import type { Connections } from './connections.ts';

/** Metrics of one server of the process. `app` stands in their names. */
export function measureConnections(
  registry: Registry,
  app: 'ingest' | 'query',
  connections: Connections,
  max: number,
): void {
  const registers = [registry];
  new Gauge({
    name: `tallyhouse_${app}_connections`,
    help: 'Connections that are open.',
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
    help: 'Connections that waited for their sender and were closed to make room for others.',
    registers,
    collect() {
      this.reset();
      this.inc(connections.closed());
    },
  });
}
