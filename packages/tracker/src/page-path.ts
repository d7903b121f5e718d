import { options } from './options.ts';

/** The path in the address bar, with the fragment if that is used for routing. */
export const pathInAddress = (): string => {
  return (
    location.pathname + ('hash' in options ? location.hash.split('?')[0] : '') + __KEPT_QUERY__(options.site)
  );
};

/** The path of the canonical link, if the option is on and the link exists. One without an address names no page. */
export const canonicalPath = (): string | false | null => {
  const link = 'canonical' in options && document.querySelector<HTMLLinkElement>('[rel=canonical][href]');
  return link && new URL(link.href).pathname + __KEPT_QUERY__(options.site);
};

declare const __KEPT_QUERY__: (site?: string) => string;
