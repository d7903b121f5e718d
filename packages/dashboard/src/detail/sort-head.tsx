interface Properties {
  words: string;
  sorted: 'ascending' | 'descending' | undefined;
  kind?: string;
  onSort: () => void;
}

/** A column head that sorts the rows. */
export function SortHead({ words, sorted, kind = 'number', onSort }: Properties) {
  return (
    <th scope="col" class={kind} aria-sort={sorted}>
      <button type="button" class="quiet sort" onClick={onSort}>
        {sorted && <span aria-hidden="true">{sorted === 'ascending' ? '▲' : '▼'}</span>}
        {words}
      </button>
    </th>
  );
}
