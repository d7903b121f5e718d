import { useEffect, useRef } from 'preact/hooks';
import { Mark } from '../mark.tsx';
import { Foreign } from '../panels/list.tsx';
import { useTitle } from './title.ts';
import { useView } from './use-view.ts';

/** Replaces the dashboard when its address is invalid: shows what is wrong, and how to continue. */
export function WrongLink() {
  const { wrong, change } = useView();
  useTitle('This link is not valid');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <main class="wrong-link">
      <div class="card">
        <h1 ref={heading} tabIndex={-1}>
          <Mark /> This link is not valid
        </h1>
        <p>No numbers are shown, because they would not be those of the link.</p>
        <dl>
          {wrong.map(({ name, sent, accepts }, index) => (
            <div key={index}>
              <dt>
                <code>
                  <Foreign text={sent === undefined ? name : `${name}=${sent}`} />
                </code>
              </dt>
              <dd>
                <span class="faint">{sent === undefined ? 'Unknown. Accepted:' : 'Accepted:'}</span> {accepts}
              </dd>
            </div>
          ))}
        </dl>
        <button type="button" class="primary" onClick={() => change({})}>
          Open without {wrong.length === 1 ? 'this part' : 'these parts'}
        </button>
      </div>
    </main>
  );
}
