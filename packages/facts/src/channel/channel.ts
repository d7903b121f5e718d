import {
  type ChannelRule,
  type ChannelRules,
  type ColumnRules,
  expressionIn,
  patternsOf,
  ruleMembers,
} from '@tallyhouse/filter';
import { join, raw, type Sql, sql, text, texts } from '@tallyhouse/sql';
import { defaultGroups, firstOf } from './groups.ts';

const other = 'Other';

/** The columns that rules and default groups read. */
const columnOf = { source: 'source', medium: 'medium', campaign: 'utm_campaign' } as const;

/** Uses the sites' rules, if the query has any, then the default groups. */
export const channel = {
  reads: Object.values(columnOf),
  usual: firstOf(defaultGroups, other),
  under: ({ channel: rulesOf }: ColumnRules, sites: readonly string[]) =>
    rulesOf && channelUnder(rulesOf, sites),
};

function channelUnder(rulesOf: ChannelRules, sites: readonly string[]): Sql {
  const sitesOf = new Map<string, { rules: readonly ChannelRule[]; own: Set<string> }>();
  for (const site of sites) {
    const rules = rulesOf(site);
    const key = JSON.stringify(rules);
    const same = sitesOf.get(key) ?? { rules, own: new Set() };
    sitesOf.set(key, { rules, own: same.own.add(site) });
  }
  const cases = [...sitesOf.values()].flatMap(({ rules, own }) =>
    rules.map(
      (rule) => sql`${join([...among(own, sites), ...conditionsOf(rule)], ' and ')}, ${text(rule.name)}`,
    ),
  );
  return firstOf([...cases, ...defaultGroups], other);
}

/** The condition that a row belongs to these sites, written with the shorter list; empty for all sites. */
function among(own: ReadonlySet<string>, all: readonly string[]): Sql[] {
  const others = all.filter((site) => !own.has(site));
  if (others.length === 0) return [];
  return [
    own.size > others.length ? sql`site_id not in ${texts(others)}` : sql`site_id in ${texts([...own])}`,
  ];
}

const conditionsOf = (rule: ChannelRule): Sql[] =>
  ruleMembers.flatMap((member) => {
    const patterns = patternsOf(rule, member);
    return patterns === undefined ? [] : [matches(raw(columnOf[member]), patterns)];
  });

/** Whether the column is one of the values or expressions, ignoring case. */
function matches(column: Sql, patterns: readonly string[]): Sql {
  const values = patterns.filter((pattern) => expressionIn(pattern) === undefined);
  const folded = values.map((value) => value.toLowerCase().toUpperCase());
  const isValue = sql`upperUTF8(lowerUTF8(${column})) in ${texts(folded)}`;
  const isExpression = patterns
    .flatMap((pattern) => expressionIn(pattern) ?? [])
    .map((expression) => sql`match(${column}, ${text(`(?i)${expression}`)})`);
  return sql`(${join([...(values.length > 0 ? [isValue] : []), ...isExpression], ' or ')})`;
}
