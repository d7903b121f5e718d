import { whoIs } from '@tallyhouse/crawlers';
import { storableText } from '@tallyhouse/ping';
import type { Sender } from './arrival.ts';
import { isMailProgram } from './mail-programs.ts';
import { drop, type Outcome, okWith } from './outcome.ts';
import type { Validated } from './validate.ts';

/** No browser's is longer; the bound keeps hostile ones from costing time in regular expressions. */
const longestUserAgent = 512;

interface BotChecked {
  userAgent: string;
  /** Whether a program fetched the pixel for the reader of a mail: its address and user agent are not the reader's. */
  isProxied: boolean;
}

/**
 * Finds the visitor's user agent and drops bots, and on demand browsers from data centres. A sender with the key acts for a
 * visitor: its own user agent means nothing, and if it states none, there is nothing to check. Events that it sends are never
 * dropped: an order is one whoever placed it. Nor is an event of the pixel that a mail program fetched.
 * @param isDatacentre unset: data centres count
 */
export function dropBots(isDatacentre?: (ip: string) => boolean) {
  return function dropBot<T extends Validated & { ip: string }>(arrived: T): Outcome<T & BotChecked> {
    const { sender, ping } = arrived;
    const userAgent = visitorsUserAgent(sender, ping.user_agent);
    const isEvent = ping.type === 'event';
    const isProxied = isEvent && sender.pixel === true && !sender.keyed && isMailProgram(userAgent ?? '');
    const isTrusted = isEvent && (sender.keyed || isProxied);
    if (!isTrusted && userAgent !== undefined && whoIs(userAgent, '') !== null) return drop('bot');
    // Without an `ip`, the address of a sender with the key is that of a server.
    if (!isTrusted && isDatacentre?.(sender.keyed && !ping.ip ? '' : arrived.ip)) return drop('datacentre');
    return okWith(arrived, { userAgent: userAgent ?? '', isProxied });
  };
}

function visitorsUserAgent(sender: Sender, given: string | undefined): string | undefined {
  const userAgent = sender.keyed ? given : sender.userAgent;
  return userAgent && storableText(userAgent, longestUserAgent);
}
