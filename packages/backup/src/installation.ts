import type { Connection, ServerConfig, shardsOf } from '@tallyhouse/clickhouse';
import type { Servers } from '@tallyhouse/cluster';
import type { BatchHandler, findLog, Log } from '@tallyhouse/log';
import type { CommandDeps } from '@tallyhouse/service';
import type { SiteFileConfig } from '@tallyhouse/sites';
import type { Reports } from '@tallyhouse/verify';

/** Settings with the locations of an installation's data and files. */
export type InstallationConfig = ServerConfig &
  SiteFileConfig &
  Omit<Parameters<typeof shardsOf>[0], 'CLICKHOUSE_URL'> &
  Parameters<typeof findLog>[0];

/** The logs of an installation. */
export interface Logs {
  pings: Log;
  deadLetters: Log;
}

/** Stores messages that may be stored already. */
interface StoreAgain {
  handle: BatchHandler;
  close(): Promise<void>;
}

interface StoreAgainDeps extends Pick<CommandDeps, 'clock' | 'signal'> {
  servers: Servers;
  /** Undefined: messages that ClickHouse refuses become rows of `dead_letters` only. */
  deadLetterLog: Log | undefined;
}

/** The backed-up installation: its settings, and the operations that need its apps. */
export interface Installation {
  config: InstallationConfig;
  /** Starts the embedded ClickHouse of the data folder. */
  startClickHouse(): Promise<{ connection: Connection; stop(): Promise<void> }>;
  /** Creates the data folder, which only its owner can read. @throws an Error with what to do */
  openDataFolder(): Promise<void>;
  openLogs(): Logs;
  storeAgain(deps: StoreAgainDeps): StoreAgain;
  /** Starts the reports of servers. */
  startReports(servers: Pick<Servers, 'all'>): Promise<Reports>;
}
