/** A fraction of whole numbers, rounded exactly; `null` over 0. Definitions leave the rounding of halves open, so both neighbours count as equal. */
export function rounded(numerator: number | bigint, denominator: number | bigint, decimals = 2): unknown {
  if (BigInt(denominator) === 0n) return null;
  const [above, under] = [BigInt(numerator), BigInt(denominator)];
  const [size, below] = [magnitude(under), magnitude(above) * 10n ** BigInt(decimals)];
  const sign = above < 0n === under < 0n ? 1 : -1;
  const toNumber = (units: bigint) => (units === 0n ? 0 : (sign * Number(units)) / 10 ** decimals);
  const [floor, rest] = [below / size, below % size];
  if (2n * rest === size) return new Halfway(toNumber(floor), toNumber(floor + 1n));
  return toNumber(2n * rest > size ? floor + 1n : floor);
}

const magnitude = (number: bigint) => (number < 0n ? -number : number);

/** A share in percent, 0 to 100. */
export const percentage = (part: number, whole: number) => rounded(100 * part, whole);

/** For jest's toEqual: equal to either of two numbers. */
class Halfway {
  readonly $$typeof = Symbol.for('jest.asymmetricMatcher');
  readonly either: readonly [number, number];
  constructor(...either: [number, number]) {
    this.either = either;
  }
  asymmetricMatch(other: unknown): boolean {
    return other === this.either[0] || other === this.either[1];
  }
  toString(): string {
    return `${this.either[0]} or ${this.either[1]}`;
  }
  toAsymmetricMatcher(): string {
    return this.toString();
  }
}
