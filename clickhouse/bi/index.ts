import type { BiNames } from '@tallyhouse/clickhouse';
import { annotations } from './annotations.ts';
import { changedDays } from './changed-days.ts';
import { crawls } from './crawls.ts';
import { dailyViews } from './daily.ts';
import { days } from './days.ts';
import { events } from './events.ts';
import { localDate } from './local-date.ts';
import { pageviews } from './pageviews.ts';
import { pingsHourly } from './pings-hourly.ts';
import { personalSessions, sessions } from './sessions.ts';
import { sites } from './sites.ts';
import { databaseOfShard, statementOf, statementOverShards } from './statement.ts';
import type { View } from './view.ts';
import { visitors } from './visitors.ts';

export { databaseOfShard } from './statement.ts';

export interface BiView {
  name: string;
  /** The whole statement that creates or replaces it. */
  sql: string;
}

/** The views in steps: those of a step read only views of the steps before. */
const steps: readonly (readonly View[])[] = [
  [sessions, pageviews, events, visitors, sites, pingsHourly, annotations, changedDays, crawls],
  [days, ...dailyViews],
];

/** The views in steps. Over shards they read `viewsOfShard` of each. */
export const biViews = (names: BiNames): BiView[][] =>
  steps.map((views) => views.map((view) => ofServer(view, names, names.bi)));

/** The views with personal data, which most readers must not see. */
export const personalViews = (names: BiNames & { personal: string }): BiView[] => [
  ofServer(personalSessions('sessions'), names, names.personal),
];

function ofServer(view: View, names: BiNames, home: string): BiView {
  const { cluster } = names;
  const sql =
    cluster === undefined
      ? statementOf(view, names, home, false)
      : statementOverShards(view, { ...names, cluster }, home);
  return { name: view.name, sql };
}

/** The same views over the rows of one shard, in steps. Days have the state of their visitors, and daily events those without an id. */
export function viewsOfShard(names: BiNames): BiView[][] {
  const database = databaseOfShard(names);
  const personal = names.personal === undefined ? [] : [[personalSessions('personal_sessions')]];
  return [...steps, ...personal].map((views) =>
    views.map((view) => ({ name: view.name, sql: statementOf(view, names, database, true) })),
  );
}

/** The views of a database, by name. */
export interface ViewNames {
  database: string;
  /** Whether they have personal data. */
  personal: boolean;
  views: string[];
}

/** The databases of views, each with the names of its views. */
export function viewNames(names: BiNames): ViewNames[] {
  const { bi, personal } = names;
  const namesOf = (views: readonly BiView[]) => views.map(({ name }) => name);
  return [
    { database: bi, personal: false, views: namesOf(biViews(names).flat()) },
    ...(personal === undefined
      ? []
      : [{ database: personal, personal: true, views: namesOf(personalViews({ ...names, personal })) }]),
  ];
}

export type DescribedView = ReturnType<typeof describedViews>[number];

/** The views of `bi` by name, as the files for BI tools describe them. */
export const describedViews = () =>
  steps
    .flat()
    .map((view) => ({
      name: view.name,
      comment: view.comment,
      columns: [...view.columns(false), ...localDate(view.dayOf)],
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
