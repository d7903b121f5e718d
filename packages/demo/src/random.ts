import { hexTime } from '@tallyhouse/ping';

/** Random numbers from 0 up to 1, reproducible by their seed (mulberry32). */
export type Random = () => number;

export function seeded(...seed: (string | number)[]): Random {
  let state = hash(seed.join(':'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** FNV-1a of the text, mixed once more. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(state ^ (state >>> 13), 0x5bd1e995);
}

/** Picks by weight. @param weighted at least one, with weights above 0 */
export function picker<Thing extends { weight: number }>(
  weighted: readonly Thing[],
): (random: Random) => Thing {
  const sum = weighted.reduce((total, { weight }) => total + weight, 0);
  return (random) => {
    let left = random() * sum;
    for (const thing of weighted) {
      left -= thing.weight;
      if (left < 0) return thing;
    }
    const [first] = weighted;
    if (first === undefined) throw new Error('there is nothing to pick from');
    return first;
  };
}

/** Around 0, mostly between -1 and 1 (a sum of three: near enough to normal). */
export function bell(random: Random): number {
  return (random() + random() + random() - 1.5) * 1.2;
}

/** Part of every demo id, which distinguishes demo rows from real ones (docs/dashboard.md). */
const demoMark = 'feedface';

/** A UUIDv7 of a time, with the demo's mark. The same random numbers give the same id. */
export function idAt(time: number, random: Random): string {
  const bits = word(random) + word(random);
  return `${hexTime(time)}-7${bits.slice(0, 3)}-8${bits.slice(3, 6)}-${demoMark}${bits.slice(6, 10)}`;
}

/** 32 random bits, hexadecimal. */
function word(random: Random): string {
  return Math.floor(random() * 4_294_967_296)
    .toString(16)
    .padStart(8, '0');
}
