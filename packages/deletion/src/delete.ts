import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { eraseEmptyChanges, eraseRows } from './erase/erase.ts';
import { rebuildDays } from './erase/rebuild-days.ts';
import { clearPlan, interrupted, makePlan, planNewDays } from './plan/plan.ts';
import { type Left, survivors } from './prove.ts';
import type { Report } from './report.ts';
import { type Target, wordsFor } from './target.ts';

/** Something of the target is still stored. The message names it. */
class SurvivorsError extends Error {
  override name = 'SurvivorsError';

  constructor(about: Target, left: readonly Left[]) {
    super(
      `Not everything is gone of ${wordsFor(about)}:\n${left.map(({ table, column, rows }) => `  ${table}.${column}: ${rows} rows`).join('\n')}\nRun the command again. What is left after that is in rows of others, such as a path or a property that names the id.`,
    );
  }
}

/** Deletes the target, and proves that nothing of it is left. The caller holds the lock. @throws SurvivorsError */
export async function deleteTarget(
  client: ClickHouseClient,
  about: Target,
  options: { remember?: boolean; report: Report },
): Promise<void> {
  await makePlan(client, about, options);
  await carryOut(client, about, options.report);
}

/** Finishes a deletion that was interrupted, if there is one. The caller holds the lock. @returns its target */
export async function finishInterrupted(
  client: ClickHouseClient,
  report: Report,
): Promise<Target | undefined> {
  const about = await interrupted(client);
  if (about === undefined) return undefined;
  report.say(`A deletion was interrupted: finishing ${wordsFor(about)}.`);
  await carryOut(client, about, report);
  return about;
}

async function carryOut(client: ClickHouseClient, about: Target, report: Report): Promise<void> {
  await eraseRows(client, about, report);
  await planNewDays(client, about);
  const { begun } = only(
    await select(client, `select toString(now64(3, 'UTC')) as begun`, z.object({ begun: z.string() })),
  );
  await rebuildDays(client, report);
  await eraseEmptyChanges(client, about, begun);
  report.step('looking for anything left in every table');
  const left = await survivors(client, about);
  if (left.length > 0) throw new SurvivorsError(about, left);
  await clearPlan(client);
}
