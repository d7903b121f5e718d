/** Settings of a query service that refuses no report because the machine is busy. */
export const unhurried = {
  QUERY_MAX_SECONDS: '3600',
  QUERY_CONCURRENCY: '100',
  EXPORT_MAX_SECONDS: '3600',
  EXPORT_CONCURRENCY: '100',
};
