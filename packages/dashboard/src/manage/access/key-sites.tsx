import { readsAll } from '../../api/holder.ts';
import type { Holder } from '../../api/reports.ts';
import { Chip } from '../../filters/chip.tsx';
import { Foreign } from '../../panels/list.tsx';
import { Reason } from '../../words/reason.tsx';
import { messages } from '../../words/words.ts';
import { useProblem } from '../field.tsx';

interface Properties {
  chosen: readonly string[];
  holder: Holder;
  names: ReadonlyMap<string, string>;
  onChange: (sites: readonly string[]) => void;
}

export function KeySites({ chosen, holder, names, onChange }: Properties) {
  const problem = useProblem('sites');
  return (
    <fieldset class="boxes">
      <legend>{messages.header.sites}</legend>
      {chosen.map((id) => (
        <Chip
          key={id}
          words={<Foreign text={names.get(id) ?? id} />}
          remove={messages.access.without(names.get(id) ?? id)}
          onRemove={() => onChange(chosen.filter((one) => one !== id))}
        />
      ))}
      <select
        aria-label={messages.header.anotherSite}
        value=""
        onChange={({ currentTarget }) => onChange([...chosen, currentTarget.value])}
      >
        <option value="">{messages.general.add}</option>
        {[...names].map(([id, words]) => (
          <option key={id} value={id} hidden={chosen.includes(id) || (id === '*' && !readsAll(holder))}>
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
