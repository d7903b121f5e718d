/** The options of a select: values with their words. */
export const Options = ({ of }: { of: Iterable<readonly [value: string, words: string]> }) => (
  <>
    {[...of].map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </>
);
