import { breakdown } from '../api/reports.ts';
import type { Filter } from '../filters/filter.ts';
import { Narrowed } from '../url/narrowed.tsx';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { byValue } from './breakdown.tsx';
import { PagesOfVisits } from './pages-of-visits.tsx';
import { useArrived, useGoalReport } from './use-panel.ts';
import { VisitPanel } from './visit-panel.tsx';

const fromAssistants: Filter = { dimension: 'medium', operator: ':', values: ['ai'] };

/** Visits from AI assistants, and their entry pages. */
export function Assistants() {
  return (
    <Narrowed kept by={fromAssistants}>
      <Sent />
    </Narrowed>
  );
}

function Sent() {
  const loaded = useGoalReport(breakdown, { dimension: 'source', limit: '100' });
  if (!loaded.answer?.data.length && loaded.problem === undefined) return null;
  return (
    <VisitPanel
      {...byValue}
      title={messages.panels.assistants}
      area="assistants"
      tools={null}
      name={messages.panels.assistants}
      by="source"
      what={messages.panels.assistant}
      inPlace
      loaded={loaded}
      around={(list) => (
        <div class="places-body">
          {list}
          <div>
            <PagesOfVisits by="entry_page" title={messages.panels.ledTo} most={5} />
            <Dropped />
          </div>
        </div>
      )}
    />
  );
}

/** Assistants also read pages themselves, as all crawlers do: that is not a visit. */
function Dropped() {
  const { answer } = useArrived('month');
  const bots = answer?.data.dropped_by_reason.find(({ reason }) => reason === 'bot')?.pings ?? 0;
  if (bots === 0) return null;
  return <p class="faint">{counted(messages.panels.crawlers, bots)}</p>;
}
