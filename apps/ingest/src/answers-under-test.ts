/** Matches the response to a refused request. */
export const refusal = (status: number, code: string, about: object = {}) => ({
  status,
  body: { error: { code, ...about } },
});
export const wrongParameter = (parameter: string) => refusal(400, 'invalid_parameter', { parameter });

/** Matches the response to pings of which some are dropped. @param reasons by index */
export const taken = (accepted: number, reasons: Record<number, string> = {}) => {
  const dropped = Object.entries(reasons).map(([index, reason]) => ({ index: Number(index), reason }));
  return { status: 202, body: { accepted, dropped } };
};
