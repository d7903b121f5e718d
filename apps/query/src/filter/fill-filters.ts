import { condition } from './condition.ts';
import type { Holder } from './dimensions.ts';
import exit from './exit.sql';
import type { Filter } from './filter.ts';
import pageview from './pageview.sql';
import pingedPageview from './pinged-pageview.sql';
import session from './session.sql';
import visitor from './visitor.sql';

/** How rows are tested for a dimension: by a column of their own, or by the id of a session or pageview that passes. */
type Test = 'own column' | { id: string; passing: string };

const bySession = {
  session: { id: 'session_id', passing: session },
  exit: { id: 'session_id', passing: exit },
  visitor: { id: 'session_id', passing: visitor },
} as const;

/** The tests of a table's rows, by the holder of the dimension. */
const tests: Readonly<Record<string, Readonly<Partial<Record<Holder, Test>>>>> = {
  pageviews: { pageview: 'own column', ...bySession },
  sessions: { ...bySession, session: 'own column', pageview: { id: 'session_id', passing: pageview } },
  /** Settled tables, which have the page and the properties of sessions as columns. */
  settled: { session: 'own column', pageview: 'own column' },
  pings: { ...bySession, pageview: { id: '(session_id, pageview_id)', passing: pingedPageview } },
};

/**
 * Narrows a query to the rows that pass the filters. Its `where` over `pageviews final`, `sessions final` or `pings` ends with
 * a placeholder, a block comment of `filter: ` and the table, so that the .sql also runs by hand, without a filter. The
 * placeholder is replaced by conditions made of the .sql files of this folder and the columns of dimensions.ts. Values are
 * passed as parameters.
 * @returns the SQL, and the values of its parameters `{filter_0:Array(String)}` and so on; it also uses
 *   `{site_id}`, `{start}`, `{end}`, `{key_start}` and `{key_end}`, as every report does
 */
export function fillFilters(sql: string, filters: readonly Filter[]) {
  const filled = sql.replace(/\/\* filter: (\w+) \*\//g, (placeholder, table: string) => {
    const testsOfTable = tests[table];
    if (testsOfTable === undefined) throw new Error(`no such placeholder: ${placeholder}`);
    return Object.entries(testsOfTable)
      .flatMap(([holder, test]) => conditionsOf(test, holder, filters))
      .join('\n');
  });
  const values = filters.map((filter, index) => [parameterOf(index), filter.values]);
  return { sql: filled, bindings: Object.fromEntries(values) };
}

/** The test of a holder with all conditions on it, so that one row must meet all of them. */
function conditionsOf(test: Test, holder: string, filters: readonly Filter[]): string[] {
  const conditions = filters.flatMap((filter, index) =>
    filter.dimension.holder === holder
      ? `and ${condition(filter, `{${parameterOf(index)}:Array(String)}`)}`
      : [],
  );
  if (conditions.length === 0 || test === 'own column') return conditions;
  return [`and ${test.id} in (\n${test.passing}  ${conditions.join('\n  ')}\n)`];
}

const parameterOf = (index: number) => `filter_${index}`;
