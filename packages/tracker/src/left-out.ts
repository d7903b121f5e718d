import { matches } from './matches.ts';
import { options } from './options.ts';

const hostname = location.hostname;

/** Whether this page must not be counted. */
export const isLeftOut = (): unknown =>
  (!('frames' in options) && top !== self) ||
  (!('local' in options) &&
    (navigator.webdriver || hostname.match(/^((.+\.)?localhost|127[\d.]+|\[::1])$/))) ||
  (options.domains && !matches(options.domains, hostname)) ||
  ('dnt' in options && ((navigator.doNotTrack as unknown as number) > 0 || navigator.globalPrivacyControl)) ||
  // Files have no host name.
  !hostname;

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}
