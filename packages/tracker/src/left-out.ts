import { matches } from './matches.ts';
import { options } from './options.ts';

/** Whether this page must not be counted. */
export const isLeftOut = (): unknown => {
  const hostname = location.hostname;
  return (
    // Files have no host name.
    !hostname ||
    (!('local' in options) &&
      (navigator.webdriver || hostname.match(/^(127[\d.]+|\[::1]|(.+\.)?localhost)$/))) ||
    (!('frames' in options) && self !== top) ||
    ('dnt' in options &&
      ((navigator.doNotTrack as unknown as number) > 0 || navigator.globalPrivacyControl)) ||
    !matches(options.domains || '*', hostname)
  );
};

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}
