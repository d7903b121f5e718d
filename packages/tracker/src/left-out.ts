import { matches } from './matches.ts';
import { isOn, option } from './options.ts';

const localHost = /^(127\.[\d.]+|\[::1]|(.*\.)?localhost)$/;

/** Whether this page is not to be counted, whatever happens to it. */
export function isLeftOut(): boolean | undefined {
  const { hostname } = location;
  return (
    // A file has none.
    !hostname ||
    (!isOn('local') && (navigator.webdriver || localHost.test(hostname))) ||
    (!isOn('frames') && self !== top) ||
    (isOn('dnt') && (navigator.doNotTrack === '1' || navigator.globalPrivacyControl)) ||
    !matches(option('domains') || '*', hostname)
  );
}

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}
