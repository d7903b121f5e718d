import { isSiteId } from '@tallyhouse/ping/site-id';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { readsAll, useHolder } from '../api/holder.ts';
import { allSites, pings } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { useSettled } from '../filters/use-settled.ts';
import { reportsOf, siteName } from '../home/site-name.ts';
import { Foreign } from '../panels/list.tsx';
import { usePulse } from '../url/pulse.ts';
import { useView } from '../url/use-view.ts';
import { ViewLink } from '../url/view-link.tsx';
import { Around, Phrase } from '../words/phrase.tsx';
import { messages } from '../words/words.ts';
import { Copied } from './copied.tsx';
import { NotCounted } from './not-counted.tsx';
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
  const field = useRef<HTMLInputElement>(null);
  // After choosing a new site, its name is typed next.
  useEffect(() => {
    if (site === newSite) field.current?.focus();
  }, []);
  const valid = isSiteId(name);
  const beat = usePulse(2000);
  const { answer } = useReport(allSites, 'period=30d', beat);
  const others = answer?.data.filter(({ site_id }) => site_id !== site) ?? [];
  // A name may begin like that of a site that was there before: such a site opens when the name stays.
  const stays = useSettled(name, 5000) === name;
  const before = useRef(answer);
  before.current ??= answer;
  const isIn = (list: typeof answer) => list?.data.some(({ site_id }) => site_id === name) ?? false;
  const arrived = isIn(answer) && (name === site || stays || !isIn(before.current));
  const account = useNotCounted(name, beat);

  useEffect(() => {
    if (!arrived) return;
    change({ site: name, tz: undefined });
    onPing();
  }, [arrived]);

  if (holder && !readsAll(holder)) {
    return (
      <section class="card setup" aria-label={messages.setup.title}>
        <h1>{messages.setup.noNumbers(site)}</h1>
        <p class="faint">{messages.setup.whyNone}</p>
        {account && <NotCounted account={account} />}
        {others.length > 0 && (
          <p>
            <Around of={messages.setup.keyCovers}>
              {others.map((other, index) => (
                <Fragment key={other.site_id}>
                  {index > 0 && ', '}
                  <ViewLink to={reportsOf(other.site_id)}>
                    <Foreign text={siteName(other)} />
                  </ViewLink>
                </Fragment>
              ))}
            </Around>
          </p>
        )}
      </section>
    );
  }
  return (
    <section class="card setup" aria-label={messages.setup.title}>
      <h1>
        {site === newSite
          ? messages.header.anotherSite
          : account
            ? messages.setup.notCountedYet(name)
            : messages.setup.noPings(site)}
      </h1>
      {account && <NotCounted account={account} />}
      <ol>
        <li>
          <label>
            {messages.setup.nameOfSite}
            <input
              ref={field}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
              aria-invalid={name !== '' && !valid}
              aria-describedby="site-help"
              maxLength={64}
              spellcheck={false}
            />
          </label>
          <p id="site-help" class="faint">
            <Phrase text={messages.setup.nameForm} />
          </p>
        </li>
        <li>
          <p>
            <Phrase text={messages.setup.paste} />
          </p>
          {isLocal(tag.tracker) && (
            <p class="faint">
              <Phrase text={messages.setup.onLocalhost} />
            </p>
          )}
          {valid ? <Copied text={scriptTag(tag, name)} /> : <p class="faint">{messages.setup.enterName}</p>}
        </li>
        <li>
          <p role="status" class={valid ? 'waiting' : 'faint'}>
            {valid && <span class="dot" />}{' '}
            {!valid
              ? messages.setup.openPage
              : account
                ? messages.setup.waitingToCount
                : messages.setup.waiting}
          </p>
        </li>
      </ol>
      <p class="faint">
        <Phrase text={messages.setup.orTry} />
      </p>
    </section>
  );
}

/** The account of a site whose pings are all dropped, undefined when none has arrived. */
function useNotCounted(name: string, beat: number) {
  const site = useSettled(name, 200);
  const query = new URLSearchParams({ site_id: site, period: '30d', granularity: 'month' }).toString();
  const { answer, loading } = useReport(pings, isSiteId(site) ? query : undefined, beat);
  const account = loading || site !== name ? undefined : answer?.data;
  return account && account.received > 0 && account.stored === 0 ? account : undefined;
}

/** Whether this is a trial on the same machine, whose pages count only with `data-local`. */
function isLocal(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address);
}
