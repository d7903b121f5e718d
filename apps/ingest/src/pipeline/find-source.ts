import { remembered } from '@tallyhouse/service';
import { drop, type Outcome, okWith } from './outcome.ts';
import { classifySource, isSpamReferrer } from './source/index.ts';
import type { Ping } from './validate.ts';

/** Adds the source of the visit, and drops pings whose referrer is spam. */
export function findSource() {
  const isSpam = remembered(10_000, isSpamReferrer);
  return function sourceFound<T extends { ping: Ping }>(
    arrived: T,
  ): Outcome<T & { source: string; medium: string }> {
    const { ping } = arrived;
    if (isSpam(ping.referrer)) return drop('spam_referrer');
    const { source, medium } = classifySource(ping);
    return okWith(arrived, { source, medium });
  };
}
