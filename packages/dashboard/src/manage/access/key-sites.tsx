import { readsAll } from '../../api/holder.ts';
import { allSites, type Holder } from '../../api/reports.ts';
import { useReport } from '../../api/use-report.ts';
import { Chip } from '../../filters/chip.tsx';
import { siteName } from '../../home/site-name.ts';
import { Foreign } from '../../panels/list.tsx';
import { Reason } from '../../words/reason.tsx';
import { messages } from '../../words/words.ts';
import { useProblem } from '../field.tsx';

interface Properties {
  chosen: readonly string[];
  holder: Holder;
  onChange: (sites: readonly string[]) => void;
}

export function KeySites({ chosen, holder, onChange }: Properties) {
  const problem = useProblem('sites');
  const known = useReport(allSites, 'period=30d').answer?.data ?? [];
  const names = new Map([
    ...(readsAll(holder) ? [['*', messages.access.allSites] as const] : []),
    ...known.flatMap(({ group }) =>
      group === null ? [] : [[`@${group}`, messages.access.allOf(group)] as const],
    ),
    ...known.map((site) => [site.site_id, siteName(site)] as const),
  ]);
  return (
    <fieldset class="boxes">
      <legend>{messages.access.sites}</legend>
      {chosen.map((id) => (
        <Chip
          key={id}
          words={<Foreign text={names.get(id) ?? id} />}
          remove={messages.access.without(names.get(id) ?? id)}
          onRemove={() => onChange(chosen.filter((one) => one !== id))}
        />
      ))}
      <select
        aria-label={messages.access.addSite}
        value=""
        onChange={({ currentTarget }) => onChange([...chosen, currentTarget.value])}
      >
        <option value="">{messages.general.add}</option>
        {[...names].map(([id, words]) => (
          <option key={id} value={id} hidden={chosen.includes(id)}>
            {words}
          </option>
        ))}
      </select>
      {problem && (
        <p class="problem">
          <Reason text={problem} />
        </p>
      )}
    </fieldset>
  );
}
