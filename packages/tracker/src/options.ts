/** The `data-` attributes of the script tag. docs/tracker.md explains each; a test compares it with the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words' | 'auto';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local';

/** The options of the tag; a switch is on if it is present, whatever its value. */
export let options: { readonly [Name in Text | Switch]?: string } = {};
/** The URL of the script. */
export let source: string;

export function readOptionsOf(script: HTMLScriptElement): void {
  options = script.dataset;
  source = script.src;
}

/** The URL for pings. Ingest replaces the placeholder with the path of pings relative to the script. */
export function endpoint(): string | URL {
  return options.endpoint || new URL('__PING_PATH__', source);
}
