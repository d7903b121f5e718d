import { ofDocument, root } from './of-document.ts';

/** The `data-` attributes of the script tag. docs/tracker.md explains each; a test compares it with the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words' | 'auto';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local' | 'vitals';

/** A switch is on if it is present, whatever its value. */
export type Options = { [Name in Text | Switch]?: string };

/** The tag, where it can be found: a module is no current script. */
export const script = (ofDocument('currentScript') ||
  root.querySelector('[data-site][src*="__TRACKER__"]')) as HTMLScriptElement | null;

/** The options of the tag. */
export const options: Options = script ? script.dataset : {};
/** The id of the site as it is sent; not an empty text, for which ingest does not take the default site. A second tag warns of nothing. */
export const site = (options.site ||
  navigator.tallyhouse ||
  // biome-ignore lint/suspicious/noConsole: the author of the tag looks there
  console.warn('tallyhouse: no data-site')) as string | undefined;
/** The URL of the script. */
// biome-ignore lint/complexity/useOptionalChain: it is longer in ES2018
export const source = (script && script.src) as string;

/** The URL for pings, by their path relative to the script. A text: a `fetch` that another script wrapped may take nothing else. */
export const endpoint = (): string => options.endpoint || new URL('__PING_PATH__', source) + '';
