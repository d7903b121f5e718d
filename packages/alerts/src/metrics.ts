import { metersOf, type Registry } from '@tallyhouse/service';
import { type AddressForm, type Condition, conditions } from '@tallyhouse/sites';

/** The settings for sending. */
type Channel = AddressForm['kind'];
const channels: readonly Channel[] = ['mail', 'json', 'slack'];

/** The metrics of a process that judges alerts. */
export interface AlertMetrics {
  judged(when: Condition): void;
  fired(when: Condition): void;
  failed(channel: Channel): void;
  /** All rules were judged. @param at milliseconds since 1970 */
  succeeded(at: number): void;
  /** How long ago the last success may be. */
  limited(seconds: number): void;
}

export function createAlertMetrics(registry: Registry): AlertMetrics {
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
    judged: (when) => judged.inc({ when }),
    fired: (when) => fired.inc({ when }),
    failed: (channel) => failed.inc({ channel }),
    succeeded: (at) => last.set(at / 1000),
    limited: (seconds) => limit.set(seconds),
  };
}
