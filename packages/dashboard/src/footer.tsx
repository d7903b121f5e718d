import { useHolder } from './api/holder.ts';
import { ExportButton } from './panels/export-button.tsx';

export function Footer() {
  const holder = useHolder();
  return (
    <footer>
      {(holder === undefined || holder.rights.includes('export')) && (
        <span class="exports">
          All rows of the period: <ExportButton what="pageviews">Pageviews (CSV)</ExportButton>
          <ExportButton what="sessions">Visits (CSV)</ExportButton>
        </span>
      )}
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
