interface Properties {
  words: string;
  sorted: 'ascending' | 'descending' | undefined;
  isNumber?: boolean;
  onSort: () => void;
}

/** The head of a column that puts the rows in its order. */
export function SortHead({ words, sorted, isNumber = true, onSort }: Properties) {
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={sorted}>
      <button type="button" class="quiet sort" onClick={onSort}>
        {sorted && <span aria-hidden="true">{sorted === 'ascending' ? '▲' : '▼'}</span>}
        {words}
      </button>
    </th>
  );
}
