import { FilterChips } from './filters/chips.tsx';
import { FilterField } from './filters/filter-field.tsx';
import { GoalControl } from './goal/goal-control.tsx';
import { CompareControl } from './period/compare-control.tsx';
import { PeriodControl } from './period/controls.tsx';
import { ZoneNote } from './period/zone-control.tsx';
import { onPhone, useMedia } from './url/use-media.ts';
import { useView } from './url/use-view.ts';

/** Reports with a page of their own compare nothing, but for one. */
export const isCompared = (report: string | undefined) => report === undefined || report === 'crawlers';

/** One row of constant height. Content without room scrolls. @param withReports whether there is a site's report to filter */
export function Choices({ withReports }: { withReports: boolean }) {
  const { report, page } = useView().view;
  const compared = withReports && isCompared(report);
  // It has filters of its own.
  const filtered = withReports && report !== 'crawlers';
  const phone = useMedia(onPhone);
  return (
    <div class="controls">
      {filtered && <FilterField />}
      <div class="chosen">
        {filtered && compared && page === undefined && <GoalControl />}
        {filtered && <FilterChips />}
      </div>
      {report !== 'realtime' && (
        <>
          <ZoneNote />
          <PeriodControl />
          {compared && !phone && <CompareControl />}
        </>
      )}
    </div>
  );
}
