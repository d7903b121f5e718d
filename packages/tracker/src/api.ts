/** What pages may call, as `tallyhouse.view('/path')`; before the script is there, as `tallyhouse.push(['view', '/path'])`. */
export interface Api {
  /** Counts a view of this path, of the page's own without one. */
  view(path?: string): void;
  optOut(): void;
  optIn(): void;
  push(call: Call): void;
}

export type Call = ['view', string?] | ['optOut'] | ['optIn'];

declare global {
  interface Window {
    /** Calls that wait, until the script comes. */
    tallyhouse?: Api | Call[];
  }
}
