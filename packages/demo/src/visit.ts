import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { viewHashOf } from './crawls.ts';
import { bell, idAt, picker, type Random } from './random.ts';
import { isSpike, isSunday } from './rhythm.ts';
import type { DemoSite } from './site.ts';
import sources from './sources.json';
import type { Visitor } from './visitor.ts';
import { vitalsOf } from './vitals.ts';

type Page = DemoSite['home'];

/** The share of views after which another page is opened. */
const goesOn = 0.43;
const mostPages = 9;

interface Visit {
  site: DemoSite;
  visitor: Visitor;
  source: Source;
}

/** The pings of one visit, in order. @param at its start, milliseconds since 1970 */
export function pingsOfVisit(at: number, { site, visitor, source }: Visit, random: Random): PingRow[] {
  const sessionId = idAt(at, random);
  const pings: PingRow[] = [];
  let page = entryPage(site, source, random);
  let referrer = source.referrer ?? '';
  let time = at;
  for (let count = 0; count < mostPages; count++) {
    const view = readPage(page, random);
    const pageview_id = idAt(time, random);
    const common = {
      ...emptyRow,
      site_id: site.id,
      hostname: site.host,
      session_id: sessionId,
      visitor_id: visitor.id,
      pageview_id,
      view_hash: viewHashOf(pageview_id),
      page_path: page.path,
      page_title: page.title,
      word_count: page.words,
      referrer,
      ...(count === 0 ? cameBy(source) : direct),
      ...placed(visitor),
    };
    const left = time + view.focusMs + Math.floor(random() * 4000);
    const vitals = vitalsOf(visitor.device.device_type, page.words, random);
    const scrolled = { focus_time_ms: view.focusMs, scroll_depth: view.depth, vitals };
    pings.push(ping(common, time, random), ping({ ...common, ...scrolled, type: 'engage' }, left, random));
    if (random() > goesOn) break;
    referrer = `https://${site.host}${encodeURI(page.path)}`;
    page = nextPage(site, page, random);
    time = left + 200;
  }
  return pings;
}

/** A view that came from no other site. */
export const direct = { source: 'Direct', medium: 'none', utm_source: '', utm_medium: '', utm_campaign: '' };

const cameBy = ({ source, medium, utm_source = '', utm_medium = '', utm_campaign = '' }: Source) => {
  return { source, medium, utm_source, utm_medium, utm_campaign };
};

type Source = (typeof sources)[number];

/** Picks the source of a visit of a day. */
export function sourceOf(day: number): (random: Random) => Source {
  return picker(
    sources.map((source) => {
      const spike = isSpike(day) ? (source.spike ?? 1) : 1;
      const sunday = isSunday(day) ? (source.sunday ?? 1) : 1;
      return { ...source, weight: source.weight * spike * sunday };
    }),
  );
}

function entryPage({ home, linked, article }: DemoSite, source: Source, random: Random): Page {
  if (source.spike !== undefined && linked && random() < 0.9) return linked;
  if (random() < (source.home ?? 0.04)) return home;
  return article(random);
}

function nextPage(site: DemoSite, page: Page, random: Random): Page {
  const next = random() < 0.25 ? site.home : site.anyPage(random);
  return next.path === page.path ? nextPage(site, page, random) : next;
}

/** How a page is read (some leave at once, some skim, some finish): milliseconds, and percent of the height. */
function readPage({ words }: Page, random: Random): { focusMs: number; depth: number } {
  const wholeMs = (words / 230) * 60_000;
  const mood = random();
  const [share, depth] =
    mood < 0.28
      ? [0.02 + 0.05 * random(), 8 + 22 * random()]
      : mood < 0.62
        ? [0.15 + 0.25 * random(), 30 + 45 * random()]
        : [0.55 + 0.5 * random(), 78 + 24 * random()];
  const focusMs = Math.max(900, Math.round(wholeMs * share * (1 + 0.3 * bell(random))));
  return { focusMs, depth: Math.min(100, Math.round(depth)) };
}

function placed({ place, device }: Visitor) {
  const { weight, hours, ...where } = place;
  const { weight: _, ...what } = device;
  return { ...where, ...what };
}

function ping(
  row: Omit<PingRow, 'ping_id' | 'pinged_at' | 'received_at'>,
  at: number,
  random: Random,
): PingRow {
  return { ...row, ping_id: idAt(at, random), pinged_at: at, received_at: at };
}
