import type { Random } from './random.ts';

/** The share of views whose browser reports. */
const reports = 0.3;

/** How fast and stable a page was: slower on phones. Empty for browsers that do not report it. */
export function vitalsOf(device: string, words: number, random: Random): Record<string, number> {
  if (random() > reports) return {};
  const slowness = (device === 'desktop' ? 0.75 : 1.25) * (0.6 + random() ** 3 * 2.6);
  return {
    ttfb_ms: Math.round(220 * slowness),
    fcp_ms: Math.round(900 * slowness),
    lcp_ms: Math.round((1300 + words / 4) * slowness),
    inp_ms: Math.round(60 + 190 * random() * slowness),
    cls: Math.round(1000 * 0.16 * random() ** 2 * slowness) / 1000,
  };
}
