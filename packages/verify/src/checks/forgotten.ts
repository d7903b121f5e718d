import { only, select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import type { Check } from '../check.ts';
import forgottenSql from './forgotten.sql';

const forgottenRow = z.object({ entries: z.number(), lacking: z.array(z.number()) });

/** Checks that all shards forget the same: deleted data could come back otherwise. */
export const checkForgotten: Check = async ({ servers, shards, progress }) => {
  const [asked] = servers;
  if (shards === undefined || asked === undefined) return [];
  progress('what is forgotten');
  const values = { cluster: shards.name, database: shards.database, shards: servers.length };
  const { entries, lacking } = only(await select(asked.client, forgottenSql, forgottenRow, values));
  return [
    {
      name: 'forgotten',
      compared: `ids and sites on each shard: ${entries.toLocaleString('en')}`,
      differences: lacking.flatMap((count, index) =>
        count === 0
          ? []
          : [`shard ${index + 1} lacks ${count.toLocaleString('en')} of them: run the last deletion again`],
      ),
    },
  ];
};
