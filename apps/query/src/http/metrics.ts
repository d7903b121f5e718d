import { durationBuckets, metersOf, type Registry } from '@tallyhouse/service';
import type { RequestHandler, Response } from 'express';
import type { EndpointKind } from '../database/settings.ts';

/** The query service's metrics. `endpoint` is the path that the endpoint declares, or `other`: never the path of a request. */
export interface QueryMetrics {
  meter: RequestHandler;
  at(endpoint: string): RequestHandler;
  countRowsRead(endpoint: string, rows: number): void;
  /** Counts a call of a tool of `/mcp`. @param status that the same request over HTTP would have */
  countToolCall(endpoint: string, status: number): void;
  crowd(kind: EndpointKind): Crowd;
}

export type Crowd = (working: number, waiting: number) => void;

export function createQueryMetrics(registry: Registry): QueryMetrics {
  const meters = metersOf(registry);
  const requests = meters.counter(
    'tallyhouse_query_requests_total',
    'Requests by endpoint and status.',
    'endpoint',
    'status',
  );
  const duration = meters.histogram(
    'tallyhouse_query_request_duration_seconds',
    'Time from a request to the end of its response, including queueing and downloads.',
    durationBuckets,
    'endpoint',
  );
  const abandoned = meters.counter(
    'tallyhouse_query_aborted_total',
    'Requests whose response was not completed: the caller disconnected, or an export failed.',
    'endpoint',
  );
  const rowsRead = meters.counter(
    'tallyhouse_query_clickhouse_rows_read_total',
    'Rows that ClickHouse read for reports; exports are not counted.',
    'endpoint',
  );
  const concurrent = meters.gauge(
    'tallyhouse_query_concurrent_requests',
    'Requests in progress by kind (report, export) and state (working, waiting).',
    'kind',
    'state',
  );
  const toolCalls = meters.counter(
    'tallyhouse_query_tool_calls_total',
    'Calls of tools of /mcp by endpoint and the status that the same request over HTTP would have.',
    'endpoint',
    'status',
  );
  const endpoints = new WeakMap<Response, string>();

  return {
    meter(_req, res, next) {
      const began = performance.now();
      // With the listeners of an export's pipeline there is one more than the ten at which Node warns of a leak.
      res.setMaxListeners(20);
      res.once('close', () => {
        const endpoint = endpoints.get(res) ?? 'other';
        if (!res.writableFinished) {
          abandoned.inc({ endpoint });
          return;
        }
        requests.inc({ endpoint, status: res.statusCode });
        duration.observe({ endpoint }, (performance.now() - began) / 1000);
      });
      next();
    },
    at(endpoint) {
      abandoned.inc({ endpoint }, 0);
      return (_req, res, next) => {
        endpoints.set(res, endpoint);
        next();
      };
    },
    countRowsRead: (endpoint, rows) => rowsRead.inc({ endpoint }, rows),
    countToolCall: (endpoint, status) => toolCalls.inc({ endpoint, status }),
    crowd(kind) {
      const crowd: Crowd = (working, waiting) => {
        concurrent.set({ kind, state: 'working' }, working);
        concurrent.set({ kind, state: 'waiting' }, waiting);
      };
      crowd(0, 0);
      return crowd;
    },
  };
}
