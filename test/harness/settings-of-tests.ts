const interpreted = ['compile_expressions', 'compile_aggregate_expressions', 'compile_sort_description']
  .map((setting) => `<${setting}>0</${setting}>`)
  .join('');

/** For `users.d`. Machine code for expressions pays for many rows; tests read few, by ever other queries. */
export const settingsOfTests = `<clickhouse><profiles><default>${interpreted}</default><reader>${interpreted}</reader></profiles></clickhouse>`;
