import { Copied } from '../setup/copied.tsx';
import { scriptTag, siteToCopy, type Tag } from '../setup/tag.ts';
import { messages } from '../words/words.ts';

/** Says how a site, or one of several, sends its first events. */
export function NoEvents({ tag, site }: { tag: Tag; site: string }) {
  return (
    <div class="no-events">
      <p>{messages.events.none}</p>
      <Copied text={'<button data-tallyhouse-event="Signup" data-tallyhouse-plan="pro">Sign up</button>'} />
      <p>{messages.events.fromJavaScript}</p>
      <Copied
        text={[
          "tallyhouse.event('Signup', { plan: 'pro' });",
          "tallyhouse.event('Purchase', {}, { amount: '49.90', currency: 'EUR' });",
        ].join('\n')}
      />
      <p>{messages.events.automatic}</p>
      <Copied
        text={scriptTag(tag, siteToCopy(site)).replace(
          '></',
          ' data-auto="outbound downloads forms not-found"></',
        )}
      />
    </div>
  );
}
