import { Copied } from '../setup/copied.tsx';
import { scriptTag, type Tag } from '../setup/tag.ts';

/** Says how a site sends its first events. */
export function NoEvents({ tag, site }: { tag: Tag; site: string }) {
  return (
    <div class="no-events">
      <p>
        No events in this period. An event counts what a visit led to: a sign-up, a purchase, a download. Send
        one from HTML, with an attribute of any element:
      </p>
      <Copied text={'<button data-tallyhouse-event="Signup" data-tallyhouse-plan="pro">Sign up</button>'} />
      <p>Or from JavaScript, with properties and revenue if there are any:</p>
      <Copied
        text={[
          "tallyhouse.event('Signup', { plan: 'pro' });",
          "tallyhouse.event('Purchase', {}, { amount: '49.90', currency: 'EUR' });",
        ].join('\n')}
      />
      <p>Clicks on other sites and downloads, forms and missing pages are events with this script tag:</p>
      <Copied
        text={scriptTag(tag, site).replace('></', ' data-auto="outbound downloads forms not-found"></')}
      />
    </div>
  );
}
