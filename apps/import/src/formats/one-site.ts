/**
 * Detects rows of another site of the source. Imported together, two sites would become one.
 * @returns the error of a row; undefined when it is of the same site as the first
 */
export function createOneSite(): (column: string, id: string) => string | undefined {
  let first: string | undefined;
  return (column, id) => {
    first ??= id;
    return id === first
      ? undefined
      : `its ${column} is ${id}, that of the first row ${first}: export one site only`;
  };
}
