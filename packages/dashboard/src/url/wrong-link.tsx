import { useEffect, useRef } from 'preact/hooks';
import { Mark } from '../mark.tsx';
import { Foreign } from '../panels/list.tsx';
import { useView } from './use-view.ts';

/** In place of the dashboard when its address is wrong: what is wrong in it, and a way on. */
export function WrongLink() {
  const { wrong, change } = useView();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <main class="wrong-link">
      <div class="card">
        <h1 ref={heading} tabIndex={-1}>
          <Mark /> This link is not valid
        </h1>
        <p>No numbers are shown, as they would not be those that the link asks for.</p>
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
