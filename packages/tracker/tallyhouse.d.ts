/**
 * The types of `window.tallyhouse`, for pages written in TypeScript: copy this file into the project, or add a reference to it.
 */

/** Properties of an event: at most 30, with names of 1 to 40 `A-Za-z0-9_.-`. Texts are cut to 500 characters. */
export type EventProps = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What an event earned: exact, negative for a refund. */
export interface Revenue {
  /** At most 14 digits before and 4 after the point; a text is exact where a number is not. */
  amount: number | string;
  /** An ISO 4217 code, such as `EUR`. */
  currency: string;
}

/** The API for pages, once the script has loaded. */
export interface Tallyhouse {
  /** Counts a view of this path, or of the page's own path. */
  view(path?: string): void;
  /**
   * Counts an event of this name (1 to 120 characters). It neither throws nor waits, and is sent even if the page is left
   * at once. Visitors and pages that are not counted send none.
   */
  event(name: string, props?: EventProps | null, revenue?: Revenue | null): void;
  /** Forgets the visitor, and counts nothing more in this browser. */
  optOut(): void;
  /** Counts again. */
  optIn(): void;
  /**
   * Says whether this browser may keep the ids of visitor and session: `true` once the visitor has consented, `false` when they have not,
   * or withdraw it, which also removes the ids. Remembered, and heeded from the next view on.
   */
  consent(given: boolean): void;
  /** Makes a call in the form that the queue has: `push(['event', 'Signup'])`. */
  push(call: TallyhouseCall): void;
}

/** A call in the queue. */
export type TallyhouseCall =
  | readonly ['view', path?: string]
  | readonly ['event', name: string, props?: EventProps | null, revenue?: Revenue | null]
  | readonly ['consent', given: boolean]
  | readonly ['optOut']
  | readonly ['optIn'];

/** The stand-in for the API until the script has loaded: an array, with or without functions that fill it. */
export interface TallyhouseQueue extends Array<TallyhouseCall>, Partial<Omit<Tallyhouse, 'push'>> {}

declare global {
  interface Window {
    tallyhouse?: Tallyhouse | TallyhouseQueue;
  }
}
