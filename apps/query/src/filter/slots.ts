import { condition } from './condition.ts';
import type { Holder } from './dimensions.ts';
import exit from './exit.sql';
import type { Filter } from './filter.ts';
import pageview from './pageview.sql';
import pingedPageview from './pinged-pageview.sql';
import session from './session.sql';
import visitor from './visitor.sql';

const place = '/* conditions */';

const bySession = {
  session: `session_id in (\n${session})`,
  exit: `session_id in (\n${exit})`,
  visitor: `session_id in (\n${visitor})`,
};

/**
 * How rows of a table are tested, by the holder of the dimensions: on their own columns where these are there, else by the id
 * of a session or pageview for which the conditions hold.
 */
const tests: Readonly<Record<string, Readonly<Partial<Record<Holder, string>>>>> = {
  pageviews: { pageview: place, ...bySession },
  sessions: { ...bySession, session: place, pageview: `session_id in (\n${pageview})` },
  /** Settled tables, with the properties of sessions as columns. */
  properties: { session: place },
  pings: { ...bySession, pageview: `(session_id, pageview_id) in (\n${pingedPageview})` },
};

/**
 * Narrows a query to what the filters select. For that its `where` over `pageviews final`, `sessions final` or `pings` ends
 * with a slot, a block comment that says `filter: ` and the table: so the .sql also runs by hand, without a filter.
 * The slot is filled with SQL of this folder and columns of dimensions.ts alone. Values travel as parameters.
 * @returns the SQL, and the values of the `{filter_0:Array(String)}` and so on in it; it also uses
 *   `{site_id}`, `{start}`, `{end}`, `{key_start}` and `{key_end}`, as every report does
 */
export function fillSlots(sql: string, filters: readonly Filter[]) {
  const filled = sql.replace(/\/\* filter: (\w+) \*\//g, (slot, table: string) => {
    const testsOfTable = tests[table];
    if (testsOfTable === undefined) throw new Error(`no such slot: ${slot}`);
    return Object.entries(testsOfTable)
      .flatMap(([holder, test]) => fill(test, holder, filters))
      .join('\n');
  });
  const values = filters.map((filter, index) => [parameterOf(index), filter.values]);
  return { sql: filled, bindings: Object.fromEntries(values) };
}

/** The test of a holder, with all conditions on it: so that they hold for one row of it. */
function fill(test: string, holder: string, filters: readonly Filter[]): string[] {
  const conditions = filters.flatMap((filter, index) =>
    filter.dimension.holder === holder
      ? `and ${condition(filter, `{${parameterOf(index)}:Array(String)}`)}`
      : [],
  );
  if (conditions.length === 0) return [];
  const all = conditions.join('\n');
  return test === place ? [all] : [`and ${test.replace(place, () => all)}`];
}

const parameterOf = (index: number) => `filter_${index}`;
