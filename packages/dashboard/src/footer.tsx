import { ExportButton } from './panels/export-button.tsx';

export function Footer() {
  return (
    <footer>
      <span class="exports">
        All rows of the period: <ExportButton what="pageviews">Pageviews (CSV)</ExportButton>
        <ExportButton what="sessions">Visits (CSV)</ExportButton>
      </span>
      <span>
        <a href="docs">API</a>
        {' · '}Places:{' '}
        <a href="https://db-ip.com" rel="noreferrer">
          IP Geolocation by DB-IP
        </a>
      </span>
    </footer>
  );
}
