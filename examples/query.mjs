// Prints the most read pages of a week. docs/api.md describes every report, and /openapi.json does so for programs.

const parameters = new URLSearchParams({
  site_id: 'blog',
  period: '7d',
  timezone: 'Europe/Berlin',
  limit: '10',
});
const response = await fetch(
  `${process.env.TALLYHOUSE_URL ?? 'http://127.0.0.1:3000'}/api/v1/pages?${parameters}`,
  { headers: { Authorization: `Bearer ${process.env.API_KEY}` } },
);
const body = await response.json();
if (!response.ok) throw new Error(`${response.status} ${body.error.code}: ${body.error.message}`);

for (const page of body.data) {
  const seconds = Math.round(page.avg_focus_time_ms / 1000);
  console.log(`${page.views} views, read for ${seconds} s: ${page.page_path}`);
}
