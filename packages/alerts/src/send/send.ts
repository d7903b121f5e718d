import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@tallyhouse/service';
import { type Alert, formOfAddress } from '@tallyhouse/sites';
import type { Delivery, Firing } from '../firing.ts';
import type { SendConfig } from '../settings.ts';
import { type Mail, sendMail } from './mail.ts';
import { lookupFor } from './private-hosts.ts';
import { whyRefused } from './refused.ts';
import { postJson, signatureOf } from './web.ts';
import { sentenceOf, slackTextOf, subjectOf } from './words.ts';

/** Time for one try. */
const tryMs = 10_000;
/** Pauses between tries. */
const pausesMs = [1000, 5000];

/** Longer than all tries to an address take. */
export const longestSendMs = (pausesMs.length + 1) * tryMs + pausesMs.reduce((sum, ms) => sum + ms, 0) + 5000;

export interface Sending {
  config: SendConfig;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** The body of a digest, as HTML. */
  digest?: string | undefined;
  signal: AbortSignal;
}

/**
 * Sends an alert to an address, up to three times, until it is accepted. Problems with the address do not throw.
 * @throws when the signal aborts
 */
export async function send(to: string, rule: Alert, firing: Firing, sending: Sending): Promise<Delivery> {
  const pauses = firing.test ? [] : pausesMs;
  for (let tries = 1; ; tries++) {
    const outcome = await tryOnce(to, rule, firing, sending);
    sending.signal.throwIfAborted();
    const pause = pauses[tries - 1];
    if (outcome.ok || outcome.isFinal || pause === undefined) {
      const { ok, status, error } = outcome;
      return { to, ok, tries, status, error };
    }
    await sleep(pause, undefined, { signal: sending.signal });
  }
}

interface Outcome {
  ok: boolean;
  status: number | null;
  error: string | null;
  /** Whether another try would fail in the same way. */
  isFinal?: boolean;
}

async function tryOnce(to: string, rule: Alert, firing: Firing, sending: Sending): Promise<Outcome> {
  const reason = whyRefused(to, sending.config);
  if (reason !== undefined) return { ok: false, status: null, error: `${to} ${reason}`, isFinal: true };
  const late = AbortSignal.timeout(tryMs);
  const signal = AbortSignal.any([sending.signal, late]);
  try {
    const status = await give(to, rule, firing, sending, signal);
    const ok = status >= 200 && status < 300;
    return { ok, status, error: ok ? null : `It responded with status ${status}.` };
  } catch (error) {
    const words = late.aborted ? 'There was no response within 10 seconds.' : messageOf(error);
    return { ok: false, status: statusIn(error), error: words.slice(0, 300) };
  }
}

async function give(
  to: string,
  { secret }: Alert,
  firing: Firing,
  { config, clock, digest }: Sending,
  signal: AbortSignal,
): Promise<number> {
  const form = formOfAddress(to);
  if (form === undefined) throw new Error('it is no address');
  if (form.kind === 'mail') {
    const mail = mailOf(firing, form.mailbox, config.MAIL_FROM, digest);
    return sendMail(config.SMTP_URL ?? '', mail, signal);
  }
  const body = JSON.stringify(form.kind === 'slack' ? { text: slackTextOf(firing) } : firing);
  return postJson(form.url, {
    body,
    signature: secret === undefined ? undefined : signatureOf(secret, body, clock()),
    lookup: lookupFor(form.url, config.ALERT_PRIVATE_HOSTS),
    signal,
  });
}

function mailOf(firing: Firing, to: string, from: string, html: Sending['digest']): Mail {
  const text = `${sentenceOf(firing)}\n\n${firing.url}\n`;
  return { id: firing.id, from, to, subject: subjectOf(firing), text, html };
}

/** The status with which a mail server refuses. */
function statusIn(error: unknown): number | null {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode;
  return typeof code === 'number' ? code : null;
}
