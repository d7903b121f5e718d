import { matches } from './matches.ts';
import { options } from './options.ts';

const localHost = /^(127\.[\d.]+|\[::1]|(.*\.)?localhost)$/;

/** Whether this page is not to be counted, whatever happens to it. */
export function isLeftOut(): boolean | undefined {
  const { hostname } = location;
  return (
    // A file has none.
    !hostname ||
    (!('local' in options) && (navigator.webdriver || localHost.test(hostname))) ||
    (!('frames' in options) && self !== top) ||
    ('dnt' in options && (navigator.doNotTrack === '1' || navigator.globalPrivacyControl)) ||
    !matches(options.domains || '*', hostname)
  );
}

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}
