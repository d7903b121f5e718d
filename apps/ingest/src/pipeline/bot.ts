import { isbot } from 'isbot';
import type { Sender } from './arrival.ts';
import { drop, type Outcome, okWith } from './outcome.ts';
import { remembered } from './remembered.ts';
import type { Validated } from './validate.ts';

/** No browser's is longer; the bound keeps hostile ones from costing time in regular expressions. */
const longestUserAgent = 512;

/**
 * Finds the visitor's user agent and drops bots. A sender with the key acts for a visitor: its own user agent means
 * nothing, and if it states none, there is nothing to check. Events that it sends are never dropped: an order is one whoever
 * placed it.
 */
export function dropBots() {
  const looksLikeBot = remembered(10_000, (userAgent) => userAgent === '' || isbot(userAgent));
  return function dropBot<T extends Validated>(arrived: T): Outcome<T & { userAgent: string }> {
    const userAgent = visitorsUserAgent(arrived.sender, arrived.ping.user_agent);
    const isTrusted = arrived.sender.keyed && arrived.ping.type === 'event';
    if (!isTrusted && userAgent !== undefined && looksLikeBot(userAgent)) return drop('bot');
    return okWith(arrived, { userAgent: userAgent ?? '' });
  };
}

function visitorsUserAgent(sender: Sender, given: string | undefined): string | undefined {
  const userAgent = sender.keyed ? given : sender.userAgent;
  return userAgent?.slice(0, longestUserAgent);
}
