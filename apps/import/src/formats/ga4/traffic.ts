import type { Known } from '../../format.ts';
import { sourceOfVisit } from '../visitor-facts.ts';
import { type Fields, recordIn, textIn } from './row.ts';

/** Where a visit came from. Unknown texts are `''`. */
interface Traffic {
  source: string;
  medium: string;
  campaign: string;
  term?: string;
  content?: string;
}

/** What GA4 found out by itself: these are no tags that somebody sent. */
const untagged: ReadonlySet<string> = new Set(['', 'referral', 'organic', '(none)']);

/**
 * The source of a visit and the campaign tags, from the first of GA4's columns that has a source:
 *
 * 1. session_traffic_source_last_click is of the whole visit, and what GA4's own reports show. Tables of before July 2024 lack it,
 *    and so do those of the current day.
 * 2. collected_traffic_source, then the parameters, say what came with an event: with the first one of a visit.
 * 3. traffic_source is how the visitor was won, for ever: it is right for the first visit alone.
 */
export function trafficIn(row: Fields, params: ReadonlyMap<string, string>) {
  const traffic = lastClick(row) ?? collected(row) ?? inParams(params) ?? firstOfVisitor(row, params);
  if (traffic === undefined) return { known: {}, tags: {} };
  const { source, medium, campaign, term = '', content = '' } = traffic;
  const isTagged = !untagged.has(medium);
  const tags = {
    // Without a text the tags of the address stay.
    utm_source: isTagged ? source : undefined,
    utm_medium: isTagged ? medium : undefined,
    // (organic), (referral) and (direct) are none.
    utm_campaign: campaign === '' || campaign.startsWith('(') ? undefined : campaign,
    utm_term: term || undefined,
    utm_content: content || undefined,
  };
  const known: Known =
    source === '(direct)' ? { source: 'Direct', medium: 'none' } : sourceOfVisit(source, medium);
  return { known, tags };
}

function lastClick(row: Fields): Traffic | undefined {
  const last = recordIn(row, 'session_traffic_source_last_click');
  const manual = recordIn(last, 'manual_campaign');
  const [term, content] = [textIn(manual, 'term'), textIn(manual, 'content')];
  for (const record of [recordIn(last, 'cross_channel_campaign'), manual]) {
    const source = textIn(record, 'source');
    if (source === '') continue;
    const [medium, campaign] = [textIn(record, 'medium'), textIn(record, 'campaign_name')];
    return { source, medium, campaign, term, content };
  }
  return adOfGoogle(textIn(recordIn(last, 'google_ads_campaign'), 'campaign_name'));
}

function collected(row: Fields): Traffic | undefined {
  const record = recordIn(row, 'collected_traffic_source');
  const source = textIn(record, 'manual_source');
  const campaign = textIn(record, 'manual_campaign_name');
  if (source === '') return adOfGoogle(textIn(record, 'gclid') || textIn(record, 'dclid'), campaign);
  const [term, content] = [textIn(record, 'manual_term'), textIn(record, 'manual_content')];
  return { source, medium: textIn(record, 'manual_medium'), campaign, term, content };
}

function inParams(params: ReadonlyMap<string, string>): Traffic | undefined {
  const text = (key: string) => params.get(key) ?? '';
  if (text('source') === '') return undefined;
  const [source, medium, campaign] = [text('source'), text('medium'), text('campaign')];
  return { source, medium, campaign, term: text('term'), content: text('content') };
}

function firstOfVisitor(row: Fields, params: ReadonlyMap<string, string>): Traffic | undefined {
  const record = recordIn(row, 'traffic_source');
  const source = textIn(record, 'source');
  if (source === '' || params.get('ga_session_number') !== '1') return undefined;
  return { source, medium: textIn(record, 'medium'), campaign: textIn(record, 'name') };
}

const adOfGoogle = (shown: string, campaign = shown): Traffic | undefined =>
  shown === '' ? undefined : { source: 'google', medium: 'cpc', campaign };
