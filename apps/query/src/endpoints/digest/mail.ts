/**
 * Writes a digest as the body of a mail. Mail programs keep only tables and inline styles. They choose the colours, so that text is
 * readable on light and dark backgrounds; a sign shows the direction of a change. Nothing is loaded.
 */

import { DateTime } from 'luxon';
import type { Range } from '../../parameters/range.ts';
import type { CommonValues } from '../../parameters/read.ts';
import type { Comparison } from '../../reply/arithmetic.ts';
import { type Html, html } from '../../reply/html.ts';
import type { Digest } from './content.ts';

interface About extends Pick<CommonValues, 'siteId' | 'timezone' | 'filter'> {
  range: Range;
  before: Range | undefined;
}

/** @returns an HTML document whose title is the subject of the mail, in plain ASCII */
export function writeMail(
  { totals, goals = [], pages, sources, countries, changes }: Digest,
  about: About,
): string {
  const { siteId, filter, range, before } = about;
  const zone = about.timezone.canonical;
  const comparedWith = before && html`, compared with ${inWords(before, zone)}`;
  const document = html`<!doctype html>
<html lang="en" style="color-scheme: light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subjectOf(totals.unique_visitors, about)}</title>
</head>
<body style="${styles.body}">
<table role="presentation" style="${styles.page}"><tr><td>
<h1 style="${styles.h1}">${shortened(siteId.text)}</h1>
<p style="${styles.p}">${inWords(range, zone)}${comparedWith ?? ''}. Times are in ${about.timezone.name}.</p>
${filter.length > 0 ? html`<p style="${styles.p}">Only ${shortened(filter.map(({ text }) => text).join(', '))}.</p>` : ''}
${table('Summary', compared(''), headlines(totals))}
${goals.flatMap(goalTable)}
${table(
  'Pages',
  ['Page', 'Views', 'Visits'],
  pages.map((page) => [pageName(page), whole(page.views), whole(page.unique_views)]),
)}
${table(
  'Sources',
  ['Source', 'Visits', 'Visitors'],
  sources.map((source) => [sourceName(source), whole(source.visits), whole(source.unique_visitors)]),
)}
${table(
  'Countries',
  ['Country', 'Visits'],
  countries.map(({ country, visits }) => [countryName(country), whole(visits)]),
)}
${changes ? changeTables(changes) : ''}
</td></tr></table>
</body>
</html>
`;
  return document.source;
}

const styles = {
  body: 'margin: 0; padding: 16px; font-family: Helvetica, Arial, sans-serif; font-size: 15px; line-height: 1.4',
  page: 'width: 100%; max-width: 640px; margin: 0 auto; border-collapse: collapse',
  h1: 'margin: 0 0 4px; font-size: 22px',
  h2: 'margin: 24px 0 4px; font-size: 17px',
  p: 'margin: 0 0 4px',
  table: 'width: 100%; border-collapse: collapse',
  name: 'padding: 4px 8px 4px 0; border-bottom: 1px solid #888888; text-align: left; font-weight: normal; word-break: break-word',
  number: 'padding: 4px 0 4px 8px; border-bottom: 1px solid #888888; text-align: right; white-space: nowrap',
  head: 'font-size: 13px; font-weight: bold',
} as const;

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const withSign = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
const regions = new Intl.DisplayNames('en', { type: 'region' });

const whole = (value: number) => number.format(value);
const signed = (value: number) => withSign.format(value);

type Cell = string | Html;

/** A list under a heading. The first column holds names, the others numbers. */
function table(heading: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const head = columns.map((name, column) => {
    const style = column === 0 ? styles.name : styles.number;
    return html`<th scope="col" style="${style}; ${styles.head}">${name}</th>`;
  });
  const body = rows.map(([name = '', ...numbers]) => {
    const cells = numbers.map((cell) => html`<td style="${styles.number}">${cell}</td>`);
    return html`<tr><th scope="row" dir="auto" style="${styles.name}">${name}</th>${cells}</tr>\n`;
  });
  const list =
    rows.length === 0
      ? html`<p style="${styles.p}">None.</p>`
      : html`<table style="${styles.table}">
<tr>${head}</tr>
${body}</table>`;
  return html`<h2 style="${styles.h2}">${heading}</h2>
${list}
`;
}

type Totals = Digest['totals'];

const headlines = ({ pageviews, unique_visitors, sessions, ...rates }: Totals) => [
  comparedRow('Visitors', unique_visitors),
  comparedRow('Visits', sessions),
  comparedRow('Pageviews', pageviews),
  comparedRow('Views per visit', rates.views_per_session),
  comparedRow('Bounce rate', rates.bounce_rate, percentage),
  comparedRow('Visit duration', rates.avg_session_duration_seconds, { value: duration, change: longer }),
  comparedRow('Returning visitors', rates.returning_visitor_percentage, percentage),
];

const goalTable = ({ goal, revenue, ...metrics }: NonNullable<Digest['goals']>[number]) =>
  table(`Goal ${shortened(goal)}`, compared(''), [
    comparedRow('Conversions', metrics.conversions),
    comparedRow('Converting visitors', metrics.converting_visitors),
    comparedRow('Conversion rate', metrics.conversion_rate, percentage),
    ...revenue.map(({ currency, amount }) => [`Revenue, ${currency}`, amount, '', '']),
  ]);

function changeTables({ pages, sources }: NonNullable<Digest['changes']>): Html[] {
  const pageRows = (list: typeof pages.rose) => list.map((page) => comparedRow(pageName(page), page.views));
  const sourceRows = (list: typeof sources.rose) =>
    list.map((source) => comparedRow(sourceName(source), source.visits));
  return [
    table('Pages that rose', compared('Page, views'), pageRows(pages.rose)),
    table('Pages that fell', compared('Page, views'), pageRows(pages.fell)),
    table('Sources that rose', compared('Source, visits'), sourceRows(sources.rose)),
    table('Sources that fell', compared('Source, visits'), sourceRows(sources.fell)),
  ];
}

/** The columns of compared rows. @param name their heading */
const compared = (name: string) => [name, 'Now', 'Before', 'Change'];

interface Written {
  value(value: number): string;
  change(change: number): string;
  /** Whether growth in percent adds nothing. */
  withoutGrowth?: true;
}

const plain: Written = { value: whole, change: signed };
const percentage: Written = {
  value: (value) => `${whole(value)}%`,
  change: (points) => `${signed(points)} points`,
  withoutGrowth: true,
};

function comparedRow(
  name: Cell,
  { current, previous, change, growth_rate }: Comparison<number | null>,
  written = plain,
): Cell[] {
  const shown = (value: number | null) => (value === null ? '-' : written.value(value));
  const growth = growth_rate === null || written.withoutGrowth ? '' : ` (${signed(growth_rate)}%)`;
  return [name, shown(current), shown(previous), change === null ? '-' : written.change(change) + growth];
}

/** `3m 31s`, from seconds. */
function duration(seconds: number): string {
  const total = Math.round(Math.abs(seconds));
  const minutes = Math.floor(total / 60);
  const text = minutes === 0 ? `${total}s` : `${whole(minutes)}m ${total % 60}s`;
  return seconds < 0 && total > 0 ? `-${text}` : text;
}

const longer = (seconds: number) => `${seconds > 0 ? '+' : ''}${duration(seconds)}`;

function subjectOf({ current, growth_rate }: Comparison<number>, { siteId, range, timezone }: About): string {
  const growth = growth_rate === null ? '' : `, ${signed(growth_rate)}%`;
  return `${shortened(siteId.text)}: ${whole(current)} ${current === 1 ? 'visitor' : 'visitors'}${growth} (${inWords(range, timezone.canonical)})`;
}

/** `14 November 2026 to 20 November 2026`, with times unless both ends are midnights. */
function inWords({ start, end }: Range, zone: string): string {
  const [from, until] = [start, end].map((at) => DateTime.fromMillis(at, { zone, locale: 'en' }));
  if (!from || !until) return '';
  const isMidnight = (at: DateTime) => at.toMillis() === at.startOf('day').toMillis();
  const isOfDays = isMidnight(from) && isMidnight(until);
  const last = isOfDays ? until.minus({ milliseconds: 1 }) : until;
  const texts = [from, last].map((at) => at.toFormat(isOfDays ? 'd MMMM yyyy' : "d MMMM yyyy 'at' HH:mm"));
  return [...new Set(texts)].join(' to ');
}

function pageName({ page_path, page_title }: { page_path: string; page_title: string }): Html {
  const path = shortened(page_path);
  return page_title === '' ? html`${path}` : html`${shortened(page_title)}<br>${path}`;
}

const sourceName = ({ source, medium }: { source: string; medium: string }) =>
  shortened([source || 'Unknown', ...(medium === '' || medium === 'none' ? [] : [medium])].join(', '));

const countryName = (code: string) =>
  code === '' ? 'Unknown' : (/^[A-Z]{2}$/.test(code) && regions.of(code)) || code;

const longest = 120;

/** Some programs cut a mail at 100 KB. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}...` : text;
}
