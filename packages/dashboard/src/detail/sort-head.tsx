interface Properties {
  words: string;
  sorted: 'ascending' | 'descending' | undefined;
  /** Its class. */
  kind?: string;
  onSort: () => void;
}

/** The head of a column that puts the rows in its order. */
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
