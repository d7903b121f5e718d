import { type Offer, offers } from './offers.ts';
import blogPages from './pages/blog.json';
import coursePages from './pages/courses.json';
import shopPages from './pages/shop.json';
import { picker, type Random } from './random.ts';

type Page = (typeof blogPages)[number];

/** A site of the demo. */
export interface DemoSite {
  id: string;
  host: string;
  offer: Offer;
  home: Page;
  /** The page that the crowd of a spike reads. */
  linked: Page | undefined;
  anyPage: (random: Random) => Page;
  article: (random: Random) => Page;
}

function siteOf(id: keyof typeof offers, host: string, pages: readonly Page[]): DemoSite {
  // Zipf's law: the second page is read half as often as the first.
  const ranked = pages.map((page, index) => ({ ...page, weight: 1 / (index + 1) ** 0.95 }));
  const [home] = ranked;
  if (home === undefined) throw new Error(`the demo's site ${id} has no pages`);
  return {
    id,
    host,
    offer: offers[id],
    home,
    linked: ranked.find((page) => page.path === '/notes/ovens-lie'),
    anyPage: picker(ranked),
    article: picker(ranked.filter((page) => page.article)),
  };
}

export const blog = siteOf('blog', 'slow-kitchen.example', blogPages);
const shop = siteOf('shop', 'shop.slow-kitchen.example', shopPages);
const courses = siteOf('courses', 'courses.slow-kitchen.example', coursePages);

/** Picks the site of a visit of a day: the other sites grow and shrink relative to the blog. */
export function sitesOn(day: number): (random: Random) => { site: DemoSite } {
  return picker([
    { site: blog, weight: 62 },
    { site: shop, weight: 24 * (1 + 0.25 * Math.sin(day / 13)) },
    { site: courses, weight: 14 * (1 + 0.4 * Math.cos(day / 21)) },
  ]);
}
