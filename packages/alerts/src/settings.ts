import { address, integer, secretFile } from '@tallyhouse/service';
import { alertsFileSetting } from '@tallyhouse/sites';
import { z } from 'zod';
import { privateHosts } from './send/private-hosts.ts';

/** Settings of every app that sends alerts, or stores their rules, by environment variable. */
export const sendSettings = {
  ALERTS_FILE: alertsFileSetting,
  ALERT_PRIVATE_HOSTS: z.string().transform(privateHosts).optional(),
  SMTP_URL: address(
    /^smtps?$/,
    'the address of a mail server, such as smtp://user:password@host:587',
  ).optional(),
  SMTP_URL_FILE: secretFile(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]{1,320}$/u, 'a mailbox such as Tallyhouse <stats@example.org>')
    .default('Tallyhouse <tallyhouse@localhost>'),
};

/** Settings for judging the rules. */
export const judgeSettings = { ALERT_SECONDS: integer(1, 3600).default(60) };

export type SendConfig = Pick<
  z.output<z.ZodObject<typeof sendSettings>>,
  'ALERT_PRIVATE_HOSTS' | 'SMTP_URL' | 'MAIL_FROM'
>;
