import { classifySource } from '@tallyhouse/ingest/pipeline';
import type { Known } from '../format.ts';
import { nameIn } from './client-names.ts';
import deviceTypes from './device-types.json' with { type: 'json' };
import { withScheme } from './page-address.ts';

/** A country's code; `''` for anything else, such as the codes of peers and CDNs for an unknown one, and of old databases for a region. */
export const countryOf = (code: string): string =>
  /^(?!xx|zz|ap|eu)[a-z]{2}(?:$|-)/i.test(code) ? code.slice(0, 2).toUpperCase() : '';

/** Cuts `Firefox 144.0` or `Windows 10` into name and version. */
export function nameAndVersion(text: string): [string, string] {
  const [, name = text, version = ''] = /^(.*?)[ /]+(\d[\w.]*)$/.exec(text.trim()) ?? [];
  return [name, version];
}

/** The source that a name such as `Google` or `Hacker News` stands for. */
export function sourceNamed(name: string): Pick<Known, 'source' | 'medium'> {
  if (name === '') return {};
  const { source, medium } = classifySource({ ...untagged, utm_source: name });
  return { source, medium: medium === 'none' || medium === '' ? 'referral' : medium };
}

/** Whether a source derived a medium by itself, rather than from a tag. */
export const isGuess = (medium: string) => ['', 'referral', 'organic', '(none)'].includes(medium);

/** The source of a visit by a source's name and medium; a guessed medium yields to a known one. */
export function sourceOfVisit(name: string, medium: string): Pick<Known, 'source' | 'medium'> {
  if (!isGuess(medium)) return classifySource({ ...untagged, utm_source: name, utm_medium: medium });
  // A name that is no host was in a tag.
  if (medium === 'referral' && isHost(name))
    return classifySource({ ...untagged, referrer: withScheme(name) });
  const found = sourceNamed(name);
  return found.medium === 'referral' && medium === 'organic' ? { ...found, medium } : found;
}

const isHost = (name: string) => /^(?:[a-z-]+:\/\/)?[^\s/]+\.[^\s/]+(?:\/|$)/i.test(name);

const untagged = { referrer: '', hostname: '', query: undefined, utm_source: '', utm_medium: '' };

/** Kind of device; `''` for other words. */
export const deviceTypeOf = (word: string): string => nameIn(deviceTypes, word.toLowerCase()) ?? '';

/** The width in `1920x1080` or `1920,1080,1`; undefined without one. */
export function widthIn(size: string): number | undefined {
  const [, width] = /^(\d{2,5})[x,]/.exec(size) ?? [];
  return width === undefined ? undefined : Number(width);
}
