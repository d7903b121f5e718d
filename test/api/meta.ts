/** The `meta` of a report without parameters. */
export const meta = {
  site_id: 'blog',
  sites: ['blog'],
  start: '2026-11-14T10:15:00.000Z',
  end: '2026-11-21T10:15:00.000Z',
  timezone: 'UTC',
  filters: [],
};

/** The same for an empty list. */
export const listMeta = { ...meta, limit: 20, offset: 0, total: 0 };

export const refusal = (parameter: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { error: { code: 'invalid_parameter', message, parameter } },
});
