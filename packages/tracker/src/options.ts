/** The `data-` attributes of the script tag. docs/tracker.md explains each; a test compares it with the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local';

/** The options of the tag; a switch is on if it is present, whatever its value. */
export let options: { readonly [Name in Text | Switch]?: string } = {};
let source: string;

export function readOptionsOf({ dataset, src }: HTMLScriptElement): void {
  options = dataset;
  source = src;
}

/** The URL for pings. Ingest replaces the placeholder with the path of pings relative to the script. */
export function endpoint(): string | URL {
  return options.endpoint || new URL('__PING_PATH__', source);
}
