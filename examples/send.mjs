// Sends a view of a page and a purchase in one request. With the key, a server says whose view it was: address and user agent.

const url = `${process.env.TALLYHOUSE_INGEST ?? 'http://127.0.0.1:3001'}/api/ping`;

const pings = [
  {
    site_id: 'blog',
    pageview_id: 'view-node-1',
    url: 'https://blog.example/pricing?utm_source=newsletter',
    page_title: 'Pricing',
    ip: '203.0.113.8',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  },
  {
    site_id: 'blog',
    type: 'event',
    event: 'Purchase',
    event_id: 'order-node-1',
    props: { plan: 'yearly' },
    revenue: { amount: '69.00', currency: 'EUR' },
  },
];

/** Tries again while the service is unavailable (503) or the limit is reached (429); the ids of the view and the order make a repetition harmless. */
async function send(tries = 3) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(pings),
  });
  const text = await response.text();
  if (response.status === 202) return text; // both are durable now
  if (![429, 503].includes(response.status) || tries === 1) throw new Error(`${response.status} ${text}`);
  const seconds = Number(response.headers.get('Retry-After') ?? 1);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return send(tries - 1);
}

console.log(await send());
