import type { Rule } from './managed.ts';

/** A rule as a form has it: texts. */
export type Draft = Record<
  'name' | 'sites' | 'when' | 'threshold' | 'goal' | 'reason' | 'every' | 'from' | 'until' | 'to',
  string
>;

export function draftOf(rule: Rule | undefined, site: string): Draft {
  const [from, until] = rule?.hours ?? [0, 24];
  return {
    name: rule?.name ?? '',
    sites: rule?.sites.join(', ') ?? site,
    when: rule?.when ?? 'silent',
    threshold: rule?.threshold === undefined ? '' : `${rule.threshold}`,
    goal: rule?.goal ?? '',
    reason: rule?.reason ?? 'bot',
    every: rule?.every ?? 'week',
    from: `${from}`,
    until: `${until}`,
    to: [rule?.to ?? []].flat().join('\n'),
  };
}

const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** What the service gets, which checks it. JSON leaves out what is undefined. */
export function bodyOf({ sites, when, threshold, goal, reason, every, from, until, to }: Draft): object {
  return {
    sites: listed(sites),
    when,
    threshold: when === 'digest' ? undefined : numberIn(threshold),
    goal: when === 'goal' ? goal.trim() : undefined,
    reason: when === 'dropped' ? reason : undefined,
    every: when === 'digest' ? every : undefined,
    hours: from === '0' && until === '24' ? undefined : [numberIn(from), numberIn(until)],
    to: listed(to),
  };
}
