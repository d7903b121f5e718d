import { type ColumnRules, expressionIn, patternsOf, ruleMembers } from '@tallyhouse/filter';
import { z } from 'zod';
import { isExpression } from './expression.ts';

const mostRules = 100;
const mostPatterns = 100;
const longest = 500;

const pattern = z.string('must be text; a number needs quotes');
const patterns = z.union(
  [pattern, z.array(pattern)],
  'must be text or a list of texts; a number needs quotes',
);

/** Characters that a query cannot contain. */
const unusable = /[\p{Cc}\p{Cs}]/u;

/** The error in a value or an expression, if any. */
function problemOf(text: string): string | undefined {
  if (text.length > longest) return `must have at most ${longest} characters`;
  if (unusable.test(text)) return 'must not contain control characters';
  const expression = expressionIn(text);
  if (expression === undefined || isExpression(expression)) return undefined;
  return 'must be a regular expression as RE2 knows it, without look-around, back references, named groups, classes such as \\pL or many repetitions';
}

const rule = z
  .strictObject({
    name: pattern
      .regex(
        /^(?=\S)[^\p{Cc}\p{Cs}]{1,100}(?<=\S)$/u,
        'must be 1 to 100 characters, without blanks around them',
      )
      .describe('The channel. Several rules may have one name, also that of a default channel.'),
    source: patterns.optional().describe('Of the session: a value, or several of which one matches.'),
    medium: patterns.optional().describe('The same of the medium.'),
    campaign: patterns.optional().describe('The same of utm_campaign.'),
  })
  .superRefine((rule, ctx) => {
    const refuse = (message: string, path: PropertyKey[] = []) =>
      ctx.addIssue({ code: 'custom', path, message });
    if (ruleMembers.every((member) => rule[member] === undefined))
      refuse('must have a source, medium or campaign, or it would take every session');
    for (const member of ruleMembers) {
      const texts = patternsOf(rule, member);
      if (texts && (texts.length === 0 || texts.length > mostPatterns))
        refuse(`must have 1 to ${mostPatterns} values`, [member]);
      for (const [index, text] of texts?.entries() ?? []) {
        const problem = problemOf(text);
        if (problem) refuse(problem, Array.isArray(rule[member]) ? [member, index] : [member]);
      }
    }
  });

/** The member `channels` of a site, and of `defaults`. */
export const channels = z
  .array(rule)
  .max(mostRules, `must have at most ${mostRules} rules`)
  .describe(
    'Rules of channels, tried in their order, ahead of the default channels. Values between slashes are regular expressions; case does not matter.',
  );

interface ListedChannels {
  sites: ReadonlyMap<string, { channels?: z.output<typeof channels> | undefined }>;
  defaults?: { channels?: z.output<typeof channels> | undefined } | undefined;
}

/** The rules of each site: its own, else those of `defaults`; empty if there are none at all. */
export function columnRulesIn({ sites, defaults }: ListedChannels): ColumnRules {
  const usual = defaults?.channels ?? [];
  const hasRules = usual.length > 0 || [...sites.values()].some(({ channels }) => channels !== undefined);
  return hasRules ? { channel: (site) => sites.get(site)?.channels ?? usual } : {};
}

const mostOfAll = 500;
const mostBytes = 100_000;

/** Whether the rules of all sites fit into one query, as part of a URL. A list that several sites share counts once. */
export function fitTogether({ sites, defaults }: ListedChannels): boolean {
  const lists = [defaults, ...sites.values()].map((one) => one?.channels ?? []);
  const different = new Map(lists.map((list) => [JSON.stringify(list), list]));
  const rules = [...different.values()].flat();
  const texts = rules.flatMap((rule) => [
    rule.name,
    ...ruleMembers.flatMap((member) => patternsOf(rule, member) ?? []),
  ]);
  return rules.length <= mostOfAll && encodeURIComponent(texts.join()).length <= mostBytes;
}

export const doNotFit = `must have at most ${mostOfAll} rules in the different lists of all sites, and texts of ${mostBytes} bytes`;
