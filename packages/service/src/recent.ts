/**
 * A map of bounded size that forgets the least recently used entries: it holds at least the latest `max / 2` and at
 * most `max`. It has two generations and drops the older one whole: moving each entry to the end of one Map leaves
 * holes at its front, and finding the oldest entry behind them took half of a ping's time.
 */
export class Recent<Value extends NonNullable<unknown>, Key extends string | number = string> {
  readonly #generation: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(max: number) {
    this.#generation = Math.ceil(max / 2);
  }

  get(key: Key): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    const isNew = !this.#young.has(key);
    if (isNew && this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(isNew ? ownCopy(key) : key, value);
  }
}

/** A slice in V8 keeps the whole text that it is part of, such as a header of 16 KiB: the slice of a copy keeps only the copy. */
const ownCopy = <Key>(key: Key) => (typeof key === 'string' ? (` ${key}`.slice(1) as typeof key) : key);
