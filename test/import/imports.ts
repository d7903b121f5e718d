import { writeFile } from 'node:fs/promises';
import { readTask, runImport } from '@tallyhouse/import';
import { ingestSettings } from '@tallyhouse/ingest';
import { createEmbeddedLog } from '@tallyhouse/log';
import { noSites } from '@tallyhouse/sites';
import { z } from 'zod';
import { key } from '../api/query-service.ts';
import { printed } from '../harness/printed.ts';
import { logger } from '../harness/quiet.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import type { Place } from '../log/place.ts';
import { type Flow, startFlow } from '../replay/flow.ts';

const identitySecret = 'the identity secret of the tests';

export interface Ended {
  code: number;
  out: string;
  err: string;
}

export interface Others {
  /** The hosts of the site in the sites file. */
  hosts?: string[];
  settings?: Record<string, string | undefined>;
  append?: Flow['append'];
  signal?: AbortSignal;
  clock?: () => number;
}

type Totals = Awaited<ReturnType<Parameters<typeof runImport>[1]['totals']>>;
const none: Totals = { pageviews: 0, events: 0, visits: 0, visitors: 0 };

/** The log of `npm start` in a folder, and what stores and reports it. */
export async function startImports() {
  const inFolder = folderOfFile();
  const placeOf = (name: string): Place => {
    const log = createEmbeddedLog({ folder: inFolder(name), partitions: 1, retainMs: 3_600_000, logger });
    return { open: () => log, remove: () => log.close() };
  };
  const flow = await startFlow(placeOf('log'), placeOf('dead-letters'));
  const { url, database } = flow.service.database;
  return {
    folder: inFolder(),
    flow,
    /** The settings of a program that imports into it. */
    env: {
      DATA_DIR: inFolder(),
      CLICKHOUSE_URL: url,
      CLICKHOUSE_DATABASE: database,
      IDENTITY_SECRET: identitySecret,
      GEOIP_DB: 'off',
      LOG_LEVEL: 'fatal',
    },
    async file(name: string, content: string | Buffer): Promise<string> {
      const path = inFolder(name);
      await writeFile(path, content);
      return path;
    },
    /** Runs the command in this process: the code is 1 when it throws. @param totalsOf what reports say of a site */
    async run(
      args: readonly string[],
      {
        hosts,
        settings,
        append = flow.append,
        signal = new AbortController().signal,
        clock = Date.now,
      }: Others = {},
      totalsOf: (site: string) => Promise<Totals> = async () => none,
    ): Promise<Ended> {
      const task = readTask(args);
      const { output, text } = printed();
      const sites = { ...noSites, sites: new Map(hosts && [[task.site, { hosts }]]) };
      try {
        const done = await runImport(task, {
          config: z.object(ingestSettings).parse({ API_KEY: key, GEOIP_DB: 'off', ...settings }),
          identitySecret,
          siteFiles: { sites: () => sites },
          writer: { ...flow.log.writer(), append },
          backlog: async () => 0,
          totals: async (site) => {
            await flow.caughtUp();
            return totalsOf(site);
          },
          dataDir: inFolder(),
          logFolder: inFolder('log'),
          output,
          logger,
          clock,
          signal,
        });
        return { code: done ? 0 : 1, out: text(), err: '' };
      } catch (error) {
        return { code: 1, out: text(), err: error instanceof Error ? error.message : String(error) };
      }
    },
    stop: () => flow.stop(),
  };
}
