import { ofDocument, root } from './of-document.ts';

/** The `data-` attributes of the script tag. docs/tracker.md explains each; a test compares it with the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words' | 'auto';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local' | 'vitals';

/** A switch is on if it is present, whatever its value. */
export type Options = { [Name in Text | Switch]?: string };

/** The tag, where it can be found: a module is no current script. */
export const script = (ofDocument('currentScript') ||
  root.querySelector('[data-site][src*="__TRACKER__"]')) as HTMLScriptElement | null;

/** The options of the tag, and the URL of the script. */
export const { dataset: options = {}, src: source } = (script || 0) as { dataset?: Options; src: string };
/** The id of the site as it is sent; not an empty text, for which ingest does not take the default site. */
export const site = (options.site ||
  // biome-ignore lint/suspicious/noConsole: the author of the tag looks there
  console.warn('tallyhouse: no data-site')) as string | undefined;

/** The URL for pings, by their path relative to the script. A text: a `fetch` that another script wrapped may take nothing else. */
export const endpoint = (): string => options.endpoint || new URL('__PING_PATH__', source) + '';
