import { useEffect } from 'preact/hooks';
import { OutageBanner } from '../api/outage.tsx';
import { insights, type RealtimeData } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { dimensionNames } from '../filters/filter.ts';
import { formatCount, formatShort } from '../format/numbers.ts';
import { Growth } from '../panels/growth.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body } from '../panels/panel.tsx';
import { useKept } from '../panels/use-kept.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { type ActiveList, activeLists, activeNames, dimensionOf } from './active-rows.tsx';
import { HalfHour } from './half-hour.tsx';
import { useRealtime } from './realtime-source.tsx';
import { Recent } from './recent.tsx';

/** For a screen that is viewed from afar: large, without controls. Escape leaves it. */
export function Wall({ name }: { name: string }) {
  const { view, change, now } = useView();
  const loaded = useRealtime();
  const today = useReport(insights, questionOf(view, { period: 'today' }), now);
  const { partly } = useKept(today.answer?.meta.compare ?? undefined);

  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') change({ report: 'realtime' });
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  });
  // The page is a column of limited width elsewhere.
  useEffect(() => {
    document.documentElement.classList.add('on-wall');
    return () => document.documentElement.classList.remove('on-wall');
  }, []);

  return (
    <main id="main" class="wall">
      <OutageBanner />
      <h1>
        <Foreign text={name} />
      </h1>
      <Body loaded={loaded} rows={12}>
        {(data) => (
          <>
            <dl class="wall-figures">
              <div class="live">
                <dt>
                  <span class="dot" /> {messages.general.now}
                </dt>
                <dd>{formatCount(data.active_visitors)}</dd>
              </div>
              {(['unique_visitors', 'pageviews'] as const).map((name) => {
                const change = today.answer?.data[name];
                return (
                  <div key={name}>
                    <dt>{messages.realtime.today[name]}</dt>
                    <dd>
                      {change?.current == null ? ' ' : formatShort(change.current)}
                      <Growth change={change} format={formatCount} partly={partly} />
                    </dd>
                  </div>
                );
              })}
            </dl>
            <HalfHour counts={data.minutes} />
            <div class="wall-lists">
              <section aria-label={messages.realtime.newest}>
                <h2>{messages.realtime.asItHappens}</h2>
                <Recent
                  pageviews={data.recent}
                  at={Date.parse(loaded.answer?.meta.end ?? '')}
                  most={shownRows}
                />
              </section>
              {activeLists.map((list) => (
                <Largest key={list} list={list} now={data} />
              ))}
            </div>
          </>
        )}
      </Body>
    </main>
  );
}

/** As many as fit on an upright screen. On others, rows without room are hidden. */
const shownRows = 16;

function Largest({ list, now }: { list: ActiveList; now: RealtimeData }) {
  const rows = activeNames(now, list).slice(0, shownRows);
  const name = dimensionNames(dimensionOf[list]);
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <ol class="largest">
        {rows.map(({ value, name, active_visitors }) => (
          <li key={value}>
            <span class="what">
              <Foreign text={name} />
            </span>
            <span class="number">{formatCount(active_visitors)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
