import type { Installation } from '@tallyhouse/backup';
import { storeAgain } from '@tallyhouse/consumer';
import type { Logger } from '@tallyhouse/service';
import { connectOrStart, openDataFolder, openLogs, type StandaloneConfig } from '@tallyhouse/standalone';
import { startReports } from './reports.ts';

export interface InstallationDeps {
  /** Path of the bundled program that runs the embedded ClickHouse. */
  clickHouseProgram: string;
  /** The built dashboard: the query service does not start without it. */
  dashboardFolder: string;
  logger: Logger;
}

/** The installation of these settings, for commands that need its apps. */
export function installationOf(
  config: StandaloneConfig,
  { clickHouseProgram, dashboardFolder, logger }: InstallationDeps,
): Installation {
  return {
    config,
    async startClickHouse() {
      const free = { ...config, CLICKHOUSE_HTTP_PORT: 0 };
      const { as, stop } = await connectOrStart(free, clickHouseProgram, logger, false);
      return { connection: as('writer'), stop };
    },
    openDataFolder: () => openDataFolder(config.DATA_DIR, logger),
    openLogs: () => openLogs(config, logger),
    storeAgain: (deps) => storeAgain({ ...deps, logger }),
    startReports: (servers) => startReports({ servers, shards: undefined, logger, dashboardFolder }),
  };
}
