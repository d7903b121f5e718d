import type { Tallyhouse } from '../tallyhouse.d.ts';
import { sendAfterView } from './pageviews.ts';
import { uuid7 } from './uuid7.ts';

/** Counts an event. One that cannot be written as JSON causes only a warning. */
export const event: Tallyhouse['event'] = (event, props, revenue) => {
  try {
    sendAfterView(
      // A copy: the page may change its object while the event waits.
      JSON.parse(
        JSON.stringify(
          { props, event_id: uuid7(), revenue, type: 'event', event },
          // A long text may not fit into a ping. One character more is kept than ingest keeps, which cuts it. No property is called `substr`.
          // biome-ignore lint/complexity/useOptionalChain: it is longer in ES2018
          (_, value: string | null) => (value && value.substr ? value.substr(0, 501) : value),
        ),
      ),
    );
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the author of the call looks there
    console.warn(error);
  }
};
