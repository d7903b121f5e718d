import { parseGoal } from '@tallyhouse/filter';
import { dropReasons } from '@tallyhouse/ping/drop-reasons';
import { z } from 'zod';
import { addressWords, formOfAddress } from './alert-address.ts';
import { siteEntries } from './keys-file.ts';
import { text } from './sites-file.ts';

export const conditions = ['silent', 'change', 'goal', 'dropped', 'digest'] as const;
export type Condition = (typeof conditions)[number];

/** The further members of each condition. The first is required, except for `silent`. */
const membersOf: Readonly<Record<Condition, readonly ('threshold' | 'goal' | 'reason' | 'every')[]>> = {
  silent: ['threshold'],
  change: ['threshold'],
  goal: ['goal', 'threshold'],
  dropped: ['reason', 'threshold'],
  digest: ['every'],
};

/** The thresholds of each condition, in words. */
const thresholds: Partial<Record<Condition, { fits: (value: number) => boolean; words: string }>> = {
  silent: { fits: isWhole(1, 525_600), words: 'must be 1 to 525600 minutes' },
  change: {
    fits: (value) => value !== 0 && value >= -100 && value <= 100_000,
    words: 'must be a percentage, -100 to 100000 and not 0; a negative one means that it fell',
  },
  goal: { fits: isWhole(1, 1_000_000_000), words: 'must be a number of conversions, 1 or more' },
  dropped: { fits: (value) => value >= 0 && value < 100, words: 'must be a percentage, 0 to below 100' },
};

function isWhole(from: number, to: number) {
  return (value: number) => Number.isInteger(value) && value >= from && value <= to;
}

const isHour = (from: number, to: number) => z.int(hoursWords).min(from, hoursWords).max(to, hoursWords);
const hoursWords = 'must be two hours, such as [8, 20], or [22, 6] over midnight';
const most = 20;
const addressesWords = `must be an address, or a list of 1 to ${most} different ones: each ${addressWords}`;

const areAddresses = (list: readonly string[]) =>
  list.length >= 1 &&
  list.length <= most &&
  new Set(list).size === list.length &&
  list.every((one) => formOfAddress(one) !== undefined);

/** The members of a rule. Members that depend on each other are checked by `alert`. */
const members = z.strictObject({
  sites: siteEntries.describe('Ids of sites, @<group>, or * for all. It fires for each site by itself.'),
  when: z.enum(conditions, `must be one of ${conditions.join(', ')}`).describe('What it watches.'),
  threshold: z
    .number('must be a number')
    .optional()
    .describe(
      'silent: minutes without a ping; unset, as the rhythm of the site says. change: percent, negative when it fell. goal: conversions, 1 by default. dropped: percent, 10 by default.',
    ),
  goal: text
    .refine(
      (goal) => /^name:[^\p{Cc}]{1,100}$/u.test(goal) || parseGoal(goal) !== undefined,
      'must be a goal as goal= takes it, such as event:Signup, page:/thanks or name:Signup',
    )
    .optional()
    .describe('The goal; name:<name> is one of the sites file.'),
  reason: z
    .enum(dropReasons, `must be one of ${dropReasons.join(', ')}`)
    .optional()
    .describe('Why pings are dropped.'),
  every: z
    .enum(['day', 'week', 'month'], 'must be day, week or month')
    .optional()
    .describe('How often the digest is sent, each time about the previous day, week or month.'),
  hours: z
    .tuple([isHour(0, 23), isHour(0, 24)], hoursWords)
    .refine(([from, to]) => from !== to, hoursWords)
    .optional()
    .describe('Full hours, in the time of the site, in which it may tell. Default: [0, 24].'),
  to: z
    .union([z.string(), z.array(z.string())], addressesWords)
    .refine((to) => areAddresses([to].flat()), addressesWords)
    .describe('Where it is sent: one address or several.'),
  secret: text
    .min(16, 'must have 16 to 128 characters')
    .max(128, 'must have 16 to 128 characters')
    .optional()
    .describe('Signs what is sent to web addresses.'),
});

export const alert = members.superRefine((rule, ctx) => {
  const refuse = (member: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [member], message });
  const { when, threshold } = rule;
  for (const member of ['threshold', 'goal', 'reason', 'every'] as const) {
    if (rule[member] === undefined && when !== 'silent' && membersOf[when][0] === member)
      refuse(member, `is needed with when: ${when}`);
    if (rule[member] !== undefined && !membersOf[when].includes(member))
      refuse(member, `does not belong to when: ${when}`);
  }
  const { fits, words } = thresholds[when] ?? {};
  if (threshold !== undefined && fits && words && !fits(threshold)) refuse('threshold', words);
});

export type Alert = z.output<typeof alert>;

/** The name of a rule. `fired` is the path of fired alerts. */
export const alertName = z
  .string()
  .regex(
    /^(?!fired$|__proto__$|\.{1,2}$)(?=\S)[\p{L}\p{M}\p{N} ._-]{1,64}(?<=\S)$/iu,
    'must be 1 to 64 letters, digits, blanks (not around it), . _ -, and not fired, . or ..',
  );

/** The content of ALERTS_FILE. */
export const alertsFile = z
  .strictObject({ alerts: z.record(alertName, alert).default({}).describe('Rules by name.') })
  .describe('The alerts of an installation (ALERTS_FILE).');

/** Rules by name. */
export type Alerts = ReadonlyMap<string, Alert>;

/** Without a file. */
export const noAlerts: Alerts = new Map();

export const toAlerts = ({ alerts }: z.output<typeof alertsFile>): Alerts => new Map(Object.entries(alerts));

export const addressesOf = ({ to }: Pick<Alert, 'to'>): string[] => [to].flat();
