import { formOfAddress } from '@tallyhouse/sites';
import type { SendConfig } from '../settings.ts';
import { isNamed, isPublic, literalOf } from './private-hosts.ts';

/**
 * Why an address gets no alerts with these settings; undefined when it may be tried. The IP address of a name is checked at each sending.
 */
export function whyRefused(
  text: string,
  { SMTP_URL, ALERT_PRIVATE_HOSTS: hosts }: Pick<SendConfig, 'SMTP_URL' | 'ALERT_PRIVATE_HOSTS'>,
): string | undefined {
  const form = formOfAddress(text);
  if (form === undefined) return 'is no address';
  if (form.kind === 'mail') return SMTP_URL === undefined ? 'needs SMTP_URL, which is not set' : undefined;
  const { url } = form;
  if (isNamed(url, hosts)) return undefined;
  const literal = literalOf(url);
  if (literal !== undefined && !isPublic(literal))
    return 'is not public, and ALERT_PRIVATE_HOSTS does not name it';
  return url.protocol === 'http:' ? 'must be https://: ALERT_PRIVATE_HOSTS does not name it' : undefined;
}
