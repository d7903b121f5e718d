import type { Known } from '../../format.ts';
import { isGuess, sourceOfVisit } from '../visitor-facts.ts';
import { type Fields, isCampaign, type Params, recordIn, textIn } from './row.ts';

/**
 * The source of a visit and the campaign tags, from the first of GA4's columns that has a source:
 *
 * 1. session_traffic_source_last_click is of the whole visit, and what GA4's own reports show. Tables from before July 2024 lack it, and
 *    so do those of the current day.
 * 2. collected_traffic_source, then the parameters, come with an event: with the first one of a visit.
 * 3. traffic_source is how the visitor was first acquired: it is right only for the first visit.
 */
export function trafficIn(row: Fields, params: Params) {
  const first = params['ga_session_number'] === '1' ? recordIn(row, 'traffic_source') : {};
  const sent = textIn(row, 'event_name') === 'page_view' || isCampaign(params) ? params : {};
  const traffic =
    lastClick(row) ?? collected(row) ?? trafficAt(sent, ofParams) ?? trafficAt(first, ofVisitor);
  if (traffic === undefined) return { known: {}, tags: {} };
  const { source, medium, campaign, term, content } = traffic;
  // An unknown tag is left out: that of the address stays.
  const tags: Record<string, string> = {};
  if (!isGuess(medium)) Object.assign(tags, { utm_source: source, utm_medium: medium });
  // (organic), (referral) and (direct) are not tags.
  if (campaign !== '' && !campaign.startsWith('(')) tags['utm_campaign'] = campaign;
  if (term !== '') tags['utm_term'] = term;
  if (content !== '') tags['utm_content'] = content;
  const known: Known =
    source === '(direct)' ? { source: 'Direct', medium: 'none' } : sourceOfVisit(source, medium);
  return { known, tags };
}

/** The names of source, medium, campaign, term and content in each place. */
const ofLastClick = ['source', 'medium', 'campaign_name', 'term', 'content'];
const ofEvent = ['source', 'medium', 'campaign_name', 'term', 'content'].map((name) => `manual_${name}`);
const ofParams = ['source', 'medium', 'campaign', 'term', 'content'];
const ofVisitor = ['source', 'medium', 'name'];

function trafficAt(from: Fields, names: readonly string[]) {
  const [source = '', medium = '', campaign = '', term = '', content = ''] = names.map((name) =>
    textIn(from, name),
  );
  return source === '' ? undefined : { source, medium, campaign, term, content };
}

function lastClick(row: Fields) {
  const last = recordIn(row, 'session_traffic_source_last_click');
  return (
    trafficAt(recordIn(last, 'cross_channel_campaign'), ofLastClick) ??
    trafficAt(recordIn(last, 'manual_campaign'), ofLastClick) ??
    adOfGoogle(textIn(recordIn(last, 'google_ads_campaign'), 'campaign_name'))
  );
}

function collected(row: Fields) {
  const record = recordIn(row, 'collected_traffic_source');
  const clicked = textIn(record, 'gclid') || textIn(record, 'dclid');
  return trafficAt(record, ofEvent) ?? adOfGoogle(clicked, textIn(record, 'manual_campaign_name'));
}

const adOfGoogle = (shown: string, campaign = shown) =>
  shown === '' ? undefined : { source: 'google', medium: 'cpc', campaign, term: '', content: '' };
