import { useHolder } from './api/holder.ts';
import { ExportButton } from './panels/export-button.tsx';

/** @param exports whether the page is about a period, whose rows can be exported */
export function Footer({ exports }: { exports: boolean }) {
  const holder = useHolder();
  return (
    <footer>
      {exports && (holder === undefined || holder.rights.includes('export')) && (
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
