import { messages } from '../words/words.ts';
import type { Rule } from './managed.ts';
import { recipients } from './words.ts';

/** The texts in the form of a rule. */
export type Draft = { when: Rule['when'] } & Record<
  'name' | 'sites' | 'threshold' | 'goal' | 'reason' | 'every' | 'from' | 'until' | 'to',
  string
>;

/** The values of a new rule, which can be saved unchanged. */
export const newDraft = (site: string, to: string): Draft => ({
  ...draftOf({ sites: [site], when: 'change', threshold: -50, to }),
  name: '',
});

export function draftOf(rule: Omit<Rule, 'name'>): Draft {
  const [from, until] = rule.hours ?? [0, 24];
  return {
    name: '',
    sites: rule.sites.join(', '),
    when: rule.when,
    threshold: rule.threshold === undefined ? '' : `${rule.threshold}`,
    goal: rule.goal ?? '',
    reason: rule.reason ?? 'bot',
    every: rule.every ?? 'week',
    from: `${from}`,
    until: `${until}`,
    to: recipients(rule.to),
  };
}

const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean);
/** A mailbox needs no `mailto:`. */
const addressIn = (text: string) => (/^[^:/]+@[^:/]+$/.test(text) ? `mailto:${text}` : text);
const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** The rule as the service receives and checks it. JSON leaves out undefined members. */
export function bodyOf({ sites, when, threshold, goal, reason, every, from, until, to }: Draft): object {
  return {
    sites: listed(sites),
    when,
    threshold: when === 'digest' ? undefined : numberIn(threshold),
    goal: when === 'goal' ? goal.trim() : undefined,
    reason: when === 'dropped' ? reason : undefined,
    every: when === 'digest' ? every : undefined,
    hours: from === '0' && until === '24' ? undefined : [numberIn(from), numberIn(until)],
    to: listed(to).map(addressIn),
  };
}

const longest = 64;

/** A free name that describes what the rule watches. */
export function nameOf({ sites, when, threshold, every }: Draft, taken: readonly string[]): string {
  const [first = '', ...others] = listed(sites);
  const words = messages.alerts.suggested;
  const percent = Math.abs(Number(threshold));
  const what = {
    silent: words.silent,
    change: (Number(threshold) < 0 ? words.down : words.up)(`${percent}`),
    goal: words.goal,
    dropped: words.dropped,
    digest: new Map(Object.entries(messages.alerts.digestEvery)).get(every) ?? '',
  }[when];
  const where = first === '*' ? words.allSites : others.length > 0 ? words.andOthers(first) : first;
  const whole = `${where} ${what}`.replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ').trim();
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`;
    const name = whole.slice(0, longest - end.length).trim() + end;
    if (!taken.includes(name)) return name;
  }
}
