import { useEffect, useRef } from 'preact/hooks';
import { engagement } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { formatCount, formatMilliseconds, formatPercent } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { bandsCsv, figuresCsv, flowCsv } from './csv.ts';
import { Flow } from './flow.tsx';
import { Reading } from './reading.tsx';
import { ScrollDepth } from './scroll-depth.tsx';

/** The view of one page: scroll depth, reading time, and page flow. */
export function PageView({ path }: { path: string }) {
  const { view, change, now } = useView();
  const { asked } = resolve(view.period, view.timezone, now);
  const loaded = useReport(engagement(path), questionOf(view, asked, { limit: '6' }), now);
  const data = loaded.answer?.data;
  const heading = useRef<HTMLHeadingElement>(null);

  // Another page is a new view, so the focus moves to its heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [path]);

  return (
    <div class="page-view">
      <header>
        <button type="button" class="quiet" onClick={() => change({ page: undefined })}>
          <Icon name="back" /> All pages
        </button>
        <h1 ref={heading} tabIndex={-1}>
          <Foreign text={data?.page_title || path} />
        </h1>
        {data?.page_title && (
          <p class="faint path">
            <Foreign text={path} />
          </p>
        )}
      </header>
      <Panel
        title="Reading"
        area="reading"
        tools={<CsvButton name="reading" text={data && (() => figuresCsv(data))} />}
      >
        <Body loaded={loaded} rows={2}>
          {(page) => (
            <>
              <dl class="figures">
                <Figure name="Views" value={formatCount(page.views)} />
                <Figure name="Visits" value={formatCount(page.unique_views)} />
                <Figure name="Visits that started here" value={formatCount(page.entries)} />
                <Figure name="Exit rate" value={formatPercent(page.exit_rate)} />
                <Figure name="Scroll depth" value={formatPercent(page.avg_scroll_depth)} />
                <Figure name="Focus time" value={formatMilliseconds(page.avg_focus_time_ms)} />
              </dl>
              <Reading page={page} />
            </>
          )}
        </Body>
      </Panel>
      <Panel
        title="How far it is scrolled"
        area="scroll"
        tools={<CsvButton name="scroll depth" text={data && (() => bandsCsv(data))} />}
      >
        <Body loaded={loaded} rows={10}>
          {(page) => <ScrollDepth page={page} />}
        </Body>
      </Panel>
      <Panel
        title="Previous and next pages"
        area="flow"
        tools={<CsvButton name="next pages" text={data && (() => flowCsv(data))} />}
      >
        <Body loaded={loaded} rows={10}>
          {(page) => <Flow page={page} onOpen={(next) => change({ page: next })} />}
        </Body>
      </Panel>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div class="figure">
      <dt class="faint">{name}</dt>
      <dd>
        <strong>{value}</strong>
      </dd>
    </div>
  );
}
