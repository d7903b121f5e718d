import type { PingRow } from '@tallyhouse/ping';
import { seeded } from './random.ts';
import { dayMs, timeOfVisit, visitsOf } from './rhythm.ts';
import { pingsOfShop } from './shop.ts';
import { blog, sitesOn } from './site.ts';
import { pingsOfVisit, sourceOf } from './visit.ts';
import { visitorOf } from './visitor.ts';

/**
 * All pings of a day's visits: always the same ones in the same order. Visits that begin before midnight continue after
 * it.
 * @param day whole days since 1970 (UTC)
 */
export function pingsOfDay(day: number): PingRow[] {
  const sourceAt = sourceOf(day);
  const siteAt = sitesOn(day);
  return Array.from({ length: visitsOf(day) }, (_, index) => {
    const random = seeded('visit', day, index);
    const visitor = visitorOf(day, index, random);
    const at = day * dayMs + timeOfVisit(visitor.place.hours, random);
    const source = sourceAt(random);
    // The crowd of a spike follows a link to the blog.
    const { site } = source.spike === undefined ? siteAt(random) : { site: blog };
    const pings = pingsOfVisit(at, { site, visitor, source }, random);
    return [...pings, ...pingsOfShop(pings, site.offer, seeded('shop', day, index))];
  }).flat();
}
