import { isSiteId } from '@tallyhouse/ping/site-id';
import { useEffect, useState } from 'preact/hooks';
import { readsAll, useHolder } from '../api/holder.ts';
import { sites } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { usePulse } from '../url/pulse.ts';
import { useView } from '../url/use-view.ts';
import { Copied } from './copied.tsx';
import { newSite, scriptTag, type Tag } from './tag.ts';

interface Properties {
  tag: Tag;
  site: string;
  /** Called when the site has sent its first ping. */
  onPing: () => void;
}

/** For a site without pings: the line to paste into its pages. It checks for a ping every two seconds. */
export function Setup({ tag, site, onPing }: Properties) {
  const { change } = useView();
  const holder = useHolder();
  const [name, setName] = useState(site === newSite ? '' : site);
  const valid = isSiteId(name);
  const beat = usePulse(2000);
  const { answer } = useReport(sites, 'limit=100&period=30d', beat);
  const arrived = answer?.data.some(({ site_id }) => site_id === name) ?? false;

  useEffect(() => {
    if (!arrived) return;
    change({ site: name });
    onPing();
  }, [arrived]);

  if (holder && !readsAll(holder)) {
    return (
      <section class="card setup" aria-label="Set up a site">
        <h1>No numbers for {site}</h1>
        <p class="faint">
          Either nobody has visited it yet, and its numbers appear here with the first visit, or your key does
          not cover it.
        </p>
      </section>
    );
  }
  return (
    <section class="card setup" aria-label="Set up a site">
      <h1>{site === newSite ? 'Another site' : `No pings from ${site} yet`}</h1>
      <ol>
        <li>
          <label>
            Name of the site
            <input
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
              aria-invalid={name !== '' && !valid}
              aria-describedby="site-help"
              maxLength={64}
              spellcheck={false}
            />
          </label>
          <p id="site-help" class="faint">
            Letters, digits and <code>. _ -</code>
          </p>
        </li>
        <li>
          <p>
            Paste this line into the <code>&lt;head&gt;</code> of its pages:
          </p>
          {isLocal(tag.tracker) && (
            <p class="faint">
              On localhost, add <code>data-local</code> to it.
            </p>
          )}
          {valid ? (
            <Copied text={scriptTag(tag, name)} />
          ) : (
            <p class="faint">Enter a name to see the line.</p>
          )}
        </li>
        <li>
          <p role="status" class={valid ? 'waiting' : 'faint'}>
            {valid && <span class="dot" />}{' '}
            {valid
              ? 'Waiting for the first ping. Open a page of the site, and it appears here at once.'
              : 'Open a page of the site, and its first ping appears here at once.'}
          </p>
        </li>
      </ol>
      <p class="faint">
        Or try it on the <a href="demo">demo page</a>, which counts its own visits for the site{' '}
        <code>blog</code>.
      </p>
    </section>
  );
}

/** Whether this is a trial on the same machine, whose pages count only with `data-local`. */
function isLocal(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address);
}
