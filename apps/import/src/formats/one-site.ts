/** The error of a row by its site's id in the source; undefined when it is of the same site as the first row. */
export type IsForeign = (column: string, id: string) => string | undefined;

/** Detects rows of another site of the source. Imported together, two sites would become one. */
export function createOneSite(): IsForeign {
  let first: string | undefined;
  return (column, id) => {
    first ??= id;
    return id === first
      ? undefined
      : `its ${column} is ${id}, that of the first row ${first}: export one site only`;
  };
}
