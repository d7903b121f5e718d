import type { TableNames } from '@tallyhouse/sql';
import type { SettledTableName } from '../tables/define.ts';
import type { KnownTable } from './trusted-days.ts';

/** A table in ClickHouse that may serve for a settled table: that of this build, or one of an earlier build. */
export interface Candidate extends KnownTable {
  /** Its name in ClickHouse. */
  stored: string;
  isOwn: boolean;
  /** The columns of this build that it has not. */
  lacks: readonly string[];
  watermarks: ReadonlyMap<number, number>;
}

/**
 * Chooses the tables that a query reads: those of this build, once they have the days of those of an earlier build. Until then the latter
 * serve, where they have all columns that the query reads.
 * @param servers what was found on each of them: a table has one name on all
 * @param reads whether the query reads a column
 */
export function chooseTables(
  servers: readonly { candidates: ReadonlyMap<SettledTableName, readonly Candidate[]> }[],
  reads: (column: string) => boolean = () => true,
): TableNames {
  const names = new Set(servers.flatMap(({ candidates }) => [...candidates.keys()]));
  const chosen = [...names].flatMap((name): [string, string][] => {
    const onEach = servers.map(({ candidates }) => candidates.get(name) ?? []);
    const serving = (onEach[0] ?? [])
      .filter(({ lacks }) => !lacks.some(reads))
      .map(({ stored }) => onEach.flatMap((all) => all.find((one) => one.stored === stored) ?? []))
      .filter((found) => found.length === servers.length);
    const best = serving.reduce<Candidate[] | undefined>(
      (one, other) => (one === undefined || hasMore(other, one) ? other : one),
      undefined,
    );
    return best?.[0] ? [[name, best[0].stored]] : [];
  });
  return new Map(chosen);
}

/** Whether a table has a day that another one lacks, on any server; of two tables of earlier builds, whether it has more of them. */
function hasMore(table: readonly Candidate[], other: readonly Candidate[]): boolean {
  const daysIn = ({ changed, watermarks }: Candidate) =>
    [...watermarks.keys()].filter((at) => changed.has(at));
  if (other.every(({ isOwn }) => isOwn))
    return table.some((one, server) => daysIn(one).some((at) => !other[server]?.watermarks.has(at)));
  const count = (all: readonly Candidate[]) => all.reduce((sum, one) => sum + daysIn(one).length, 0);
  return count(table) > count(other);
}
