import { hash } from '../../oracle/traffic/id.ts';

/** Numbers that look random and are the same for the same seed. @param seed any text: each has a sequence of its own */
export function createRandom(seed: string) {
  let state = Number.parseInt(hash(seed).slice(0, 8), 16);
  // A linear congruential generator with the constants of Numerical Recipes, its weak low bits left out.
  /** 0 up to, not including, 1. */
  const fraction = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  /** A whole number, both ends included. */
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    between,
    /** @throws RangeError over nothing */
    one<T>(of: readonly T[]): T {
      const chosen = of[between(0, of.length - 1)];
      if (chosen === undefined) throw new RangeError('one of nothing');
      return chosen;
    },
    /** True that often, of 1. */
    chance: (share: number) => fraction() < share,
  };
}

export type Random = ReturnType<typeof createRandom>;
