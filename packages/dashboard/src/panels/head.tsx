import type { ComponentChildren } from 'preact';

/** The head of a table: what a row is, and its numbers. */
export const Head = ({ what, numbers }: { what: string; numbers: readonly ComponentChildren[] }) => (
  <thead>
    <tr>
      <th scope="col">{what}</th>
      {numbers.map((words, index) => (
        <th scope="col" class="number" key={index}>
          {words}
        </th>
      ))}
    </tr>
  </thead>
);
