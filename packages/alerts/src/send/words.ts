import { many } from '@tallyhouse/service';
import type { Firing } from '../firing.ts';

/** An alert in one sentence. */
export function sentenceOf({ when, value, expected }: Pick<Firing, 'when' | 'value' | 'expected'>): string {
  if (when === 'digest') return 'The digest is ready.';
  if (value === null) return 'This is a test: nothing has happened.';
  const threshold = ` (threshold: ${expected?.toLocaleString('en')})`;
  switch (when) {
    case 'silent':
      return `No pings for ${many(value, 'minute')}${expected === null ? ', longer than usual' : threshold}.`;
    case 'change':
      return `${many(value, 'pageview')} in the last full hour. The mean of that hour in the previous four weeks is ${expected?.toLocaleString('en')}.`;
    case 'goal':
      return `${many(value, 'conversion')} today${threshold}.`;
    case 'dropped':
      return `${value}% of the pings of the last hour were dropped${threshold}.`;
  }
}

/** The subject of a mail, on one line. */
export const subjectOf = ({ alert, site_id, test }: Firing) => `${site_id}: ${alert}${test ? ' (test)' : ''}`;

const textOf = (firing: Firing) => `${subjectOf(firing)}\n${sentenceOf(firing)}\n${firing.url}`;

const slackMeanings: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The same for Slack, where these characters form links. */
export const slackTextOf = (firing: Firing) =>
  textOf(firing).replaceAll(/[&<>]/g, (character) => slackMeanings[character] ?? character);
