import { matches } from './matches.ts';
import { options } from './options.ts';

const localHost = /^(127\.[\d.]+|\[::1]|(.*\.)?localhost)$/;

/** Whether this page must not be counted. */
export function isLeftOut(): boolean | undefined {
  const { hostname } = location;
  return (
    // Files have no host name.
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
