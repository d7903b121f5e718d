/** The `data-` attributes of the script tag. docs/tracker.md explains each; a test compares it with the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words' | 'auto';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local';

/** A switch is on if it is present, whatever its value. */
export type Options = { [Name in Text | Switch]?: string };

/** The options of the tag. */
export let options: Options = {};
/** The URL of the script. */
export let source: string;

export const readOptionsOf = (script: HTMLScriptElement): void => {
  options = script.dataset;
  source = script.src;
};

/** The URL for pings. Ingest replaces the placeholder with the path of pings relative to the script. */
export const endpoint = (): string | URL => {
  return options.endpoint || new URL('__PING_PATH__', source);
};
