import { propertyNames, sessionProperties } from '@tallyhouse/ping/session-properties';
import { type Column, text } from './view.ts';

/** What the views say of each property of a session. */
const comments: Readonly<Record<keyof typeof sessionProperties, string>> = {
  entry_page: 'path of the first page',
  entry_referrer: 'address of the page that led to the first page; empty when none was sent',
  source: 'a name (Google), a domain, or Direct',
  medium:
    'kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium',
  utm_source: 'campaign tag utm_source',
  utm_medium: 'campaign tag utm_medium',
  utm_campaign: 'campaign tag utm_campaign',
  utm_term: 'campaign tag utm_term',
  utm_content: 'campaign tag utm_content',
  country: 'ISO 3166-1 alpha-2 code; empty when unknown',
  region: 'state or region; empty when unknown',
  city: 'city; empty when unknown',
  browser: 'browser; empty when unknown',
  browser_version: 'version of the browser',
  os: 'operating system; empty when unknown',
  os_version: 'version of the operating system',
  device_type: 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown',
  hostname: 'host of the first page, lower-case; empty when only a path was sent',
  language: 'language that the browser prefers, such as de-AT; empty when unknown',
  screen: 'width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown',
};

/** The properties as the views select them from entity tables. */
export const liveProperties = propertyNames.map((name) => `toLowCardinality(${name}) as ${name}`);

/** Another column of what belongs to a session. */
export const exitPage: Column = ['exit_page', text, 'Of its session: path of the last page'];

const names = Object.keys(sessionProperties) as (keyof typeof sessionProperties)[];

/** The properties as columns of a view of sessions, each with its comment. */
export const columnsOfSession = listed((comment) => comment.charAt(0).toUpperCase() + comment.slice(1));

/** The same as columns of what belongs to a session. */
export const columnsOfItsSession = listed((comment) => `Of its session: ${comment}`);

function listed(say: (comment: string) => string): Column[] {
  return names.map((name) => [name, text, say(comments[name])]);
}
