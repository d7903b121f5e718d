/** The result for a value that breaks its rule. */
export class Mistake {
  /** Completes "<name> ...": what the field accepts. */
  readonly message: string;
  /** The name of the wrong part, of a value that has parts. */
  readonly part: string | undefined;

  constructor(message: string, part?: string) {
    this.message = message;
    this.part = part;
  }
}

/** `null` counts as missing in every field. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
