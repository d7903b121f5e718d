import { metersOf, type Registry } from '@tallyhouse/service';
import { type AddressForm, type Condition, conditions } from '@tallyhouse/sites';

/** The settings for sending. */
type Channel = AddressForm['kind'];
const channels: readonly Channel[] = ['mail', 'json', 'slack'];

export type AlertMetrics = ReturnType<typeof createAlertMetrics>;

/** The metrics of a process that judges alerts. */
export function createAlertMetrics(registry: Registry) {
  const meters = metersOf(registry);
  const judged = meters.counter(
    'tallyhouse_notify_judged_total',
    'Rules that were judged, each of their sites by itself.',
    'when',
  );
  const fired = meters.counter(
    'tallyhouse_notify_fired_total',
    'Alerts that fired, and that this process began to send.',
    'when',
  );
  const failed = meters.counter(
    'tallyhouse_notify_failed_sends_total',
    'Addresses that did not take an alert in any try.',
    'channel',
  );
  const last = meters.gauge(
    'tallyhouse_notify_last_success_timestamp_seconds',
    'When this process last judged all rules; 0 before the first time.',
  );
  const limit = meters.gauge(
    'tallyhouse_notify_success_limit_seconds',
    'How long ago the last success may be: five minutes, or five times ALERT_SECONDS.',
  );
  for (const when of conditions) for (const counter of [judged, fired]) counter.inc({ when }, 0);
  for (const channel of channels) failed.inc({ channel }, 0);
  return {
    judged: (when: Condition) => judged.inc({ when }),
    fired: (when: Condition) => fired.inc({ when }),
    failed: (channel: Channel) => failed.inc({ channel }),
    /** All rules were judged. @param at milliseconds since 1970 */
    succeeded: (at: number) => last.set(at / 1000),
    /** How long ago the last success may be. */
    limited: (seconds: number) => limit.set(seconds),
  };
}
