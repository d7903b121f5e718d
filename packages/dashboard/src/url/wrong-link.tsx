import { useEffect, useRef } from 'preact/hooks';
import { Mark } from '../mark.tsx';
import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';
import { useTitle } from './title.ts';
import { useView } from './use-view.ts';

/** Replaces the dashboard when its address is invalid: shows the errors, and how to continue. */
export function WrongLink() {
  const { wrong, change } = useView();
  useTitle(messages.address.notValid);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <main class="wrong-link">
      <div class="card">
        <h1 ref={heading} tabIndex={-1}>
          <Mark /> {messages.address.notValid}
        </h1>
        <p>{messages.address.noNumbers}</p>
        <dl>
          {wrong.map(({ name, sent, accepts }, index) => (
            <div key={index}>
              <dt>
                <code>
                  <Foreign text={sent === undefined ? name : `${name}=${sent}`} />
                </code>
              </dt>
              <dd>
                <span class="faint">
                  {sent === undefined ? messages.address.unknown : messages.address.accepted}
                </span>{' '}
                {accepts}
              </dd>
            </div>
          ))}
        </dl>
        <button type="button" class="primary" onClick={() => change({})}>
          {wrong.length === 1 ? messages.address.openWithoutPart : messages.address.openWithoutParts}
        </button>
      </div>
    </main>
  );
}
