import { checkOffsets, checks, compare } from '@tallyhouse/verify';
import type { About } from './about.ts';
import type { RestoreDeps } from './deps.ts';
import { type Filled, serverOf } from './target.ts';

/** Compares each server with itself, and a single one with the log too. @returns whether nothing differs */
export async function compareAll(
  filled: readonly Filled[],
  sameLog: boolean,
  { database, logs, installation }: About,
  { clock, output }: RestoreDeps,
): Promise<boolean> {
  let same = true;
  for (const one of filled) {
    const { shard, name } = one;
    if (shard !== undefined) output.write(`\n${name}\n`);
    // Offsets are those of the log at the backup; while the service runs, its log goes on. A shard lacks those of the others.
    const all = sameLog && shard === undefined;
    const servers = { all: [serverOf(one, undefined)] };
    const nothingDiffers = await compare(
      all ? checks : checks.filter((check) => check !== checkOffsets),
      { from: undefined, to: clock() },
      { servers, log: logs.pings, startReports: () => installation.startReports(servers), database, output },
    );
    same = same && nothingDiffers;
  }
  if (filled.length > 1)
    output.write('\nRun tallyhouse verify to compare the shards with each other and the log.\n');
  return same;
}
