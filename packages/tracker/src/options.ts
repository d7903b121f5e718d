/** The `data-` attributes of the script's tag. docs/tracker.md explains each; a test holds it against the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local';

/** What the tag says; a switch is on when it is there, whatever it is set to. */
export let options: { readonly [Name in Text | Switch]?: string } = {};
let source: string;

export function readOptionsOf({ dataset, src }: HTMLScriptElement): void {
  options = dataset;
  source = src;
}

/** Where pings go. Ingest replaces the word by the path to its own address, seen from the script's. */
export function endpoint(): string | URL {
  return options.endpoint || new URL('__PING_PATH__', source);
}
