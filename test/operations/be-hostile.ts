/** Sends ingest and query everything that a stranger may choose, with `mark` in it. With such a text as a label, each would add a series. */
export async function beHostile(urls: { ingest: string; query: string }, mark: string): Promise<void> {
  const event = { type: 'event', event: `Signup ${mark}` };
  const pings = [
    { page_path: `/${mark}`, site_id: `site-${mark}`, event_id: mark },
    { page_path: '/', site_id: `no site ${mark}` },
    { page_path: '/', name: mark },
    { page_path: '/', [`field-${mark}`]: mark, __proto__: { mark } },
    { ...event, props: { [`n${mark}`]: [] } },
    { ...event, props: { [`a.b.${mark}`]: {} } },
    { ...event, revenue: { amount: mark, currency: mark, [mark]: mark } },
    { url: `https://a.example/${mark}?utm_source=${mark}`, referrer: `https://${mark}.example/` },
    `text ${mark}`,
  ];
  const agent = { 'User-Agent': `Mozilla/5.0 (${mark}) Firefox/140.0`, 'X-Request-Id': mark };
  const key = { Authorization: `Bearer a wrong key number ${mark}` };
  const ping = `${urls.ingest}/api/ping`;
  const query = new URLSearchParams({ [mark]: mark, page_path: '/', props: JSON.stringify({ [mark]: [] }) });
  const asked: [string, RequestInit?][] = [
    [ping, { method: 'POST', body: JSON.stringify(pings), headers: agent }],
    ...pings.map((one): [string, RequestInit] => [ping, { method: 'POST', body: JSON.stringify(one) }]),
    [ping, { method: 'POST', body: mark, headers: { 'Content-Type': `text/${mark}` } }],
    [ping, { method: 'POST', body: '{}', headers: key }],
    [ping, { method: 'POST', body: '{}', headers: { Authorization: `${mark} ${mark}` } }],
    [`${ping}.gif?${query}`, { headers: agent }],
    [`${ping}.gif?type=event&event=${mark}&${query}`],
    ...[urls.ingest, urls.query].flatMap((url): [string, RequestInit?][] => [
      ...['GET', 'POST', 'PURGE', `M${mark}`].map((method): [string, RequestInit] => [
        `${url}/${mark}?${query}`,
        { method },
      ]),
      [`${url}/readyz/${mark}`],
      [`${url}/metrics/${mark}`, { headers: key }],
      [`${url}/api/v1/${mark}`, { headers: key }],
      [`${url}/api/v1/pages/${mark}/engagement?site_id=${mark}&filter=${mark}:x`, { headers: key }],
    ]),
  ];
  await Promise.all(asked.map(async ([url, init]) => (await fetch(url, init)).arrayBuffer()));
}
