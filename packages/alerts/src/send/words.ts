import type { Firing } from '../firing.ts';

/** An alert in one sentence. */
export function sentenceOf({ when, value, expected }: Pick<Firing, 'when' | 'value' | 'expected'>): string {
  const limit = expected === null ? '' : ` (limit: ${expected})`;
  if (value === null && when !== 'digest') return 'This is a test: nothing has happened.';
  switch (when) {
    case 'silent':
      return expected === null
        ? `No pings for ${value} minutes, longer than usual.`
        : `No pings for ${value} minutes${limit}.`;
    case 'change':
      return `${value} pageviews in the last full hour. The mean of this hour in the four weeks before is ${expected}.`;
    case 'goal':
      return `${value} conversions today (goal: ${expected}).`;
    case 'dropped':
      return `${value} % of the pings of the last hour were dropped${limit}.`;
    case 'digest':
      return 'The digest is ready.';
  }
}

/** The subject of a mail, on one line. */
export const subjectOf = ({ alert, site_id, test }: Firing) => `${site_id}: ${alert}${test ? ' (test)' : ''}`;

const textOf = (firing: Firing) => `${subjectOf(firing)}\n${sentenceOf(firing)}\n${firing.url}`;

const slackMeanings: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The same for Slack, where these characters form links. */
export const slackTextOf = (firing: Firing) =>
  textOf(firing).replaceAll(/[&<>]/g, (character) => slackMeanings[character] ?? character);
