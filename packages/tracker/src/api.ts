/** The API for pages: `tallyhouse.view('/path')`, or before the script has loaded `tallyhouse.push(['view', '/path'])`. */
export interface Api {
  /** Counts a view of this path, or of the page's own path. */
  view(path?: string): void;
  optOut(): void;
  optIn(): void;
  push(call: Call): void;
}

export type Call = ['view', string?] | ['optOut'] | ['optIn'];

declare global {
  interface Window {
    /** Until the script has loaded, the queued calls. */
    tallyhouse?: Api | Call[];
  }
}
