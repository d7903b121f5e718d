import type { ClickHouseClient } from '@clickhouse/client';
import type { Server } from '@tallyhouse/cluster';
import type { Log } from '@tallyhouse/log';
import type { Ask, Finding } from '@tallyhouse/service';

/** The reports, requested over HTTP like by any client. */
export interface Reports {
  ask: Ask;
  close(): Promise<void>;
}

interface Inputs {
  log: Log;
  reports: Reports;
  /** Milliseconds since 1970. Includes `from`, excludes `to`. */
  range: { from: number; to: number };
  /** The time since which all raw pings are kept, milliseconds since 1970; RETENTION_PINGS removed earlier ones. */
  keptSince: number;
  /** Reports the progress of a check. */
  progress(text: string): void;
}

/** The shards for reports. */
export interface ReadShards {
  name: string;
  database: string;
}

export interface Subject extends Inputs {
  /** All that store pings. */
  servers: readonly Pick<Server, 'client' | 'shard'>[];
  /** The same for reports: undefined for a single server. */
  shards: ReadShards | undefined;
}

/** The inputs of a check of what one server stores. */
export interface ServerSubject extends Inputs {
  clickhouse: ClickHouseClient;
  /** Its number, from 1; undefined for a single server. */
  shard: number | undefined;
}

/** Compares two sources of the same fact. It changes nothing. */
export type Check = (subject: Subject) => Promise<Finding[]>;

/** A check of each server by itself. A finding on a shard is prefixed with the shard's number. */
export function onEachServer(check: (subject: ServerSubject) => Promise<Finding[]>): Check {
  return async ({ servers, ...inputs }) => {
    const findings: Finding[] = [];
    for (const { client, shard } of servers) {
      const of = shard === undefined ? '' : `shard ${shard}: `;
      const progress = (text: string) => inputs.progress(`${of}${text}`);
      const found = await check({ ...inputs, clickhouse: client, shard, progress });
      findings.push(...found.map((finding) => ({ ...finding, name: `${of}${finding.name}` })));
    }
    return findings;
  };
}
