import { useHolder } from './api/holder.ts';
import { ExportButton } from './panels/export-button.tsx';
import { messages } from './words/words.ts';

/** @param exports whether the page has a period whose rows can be exported */
export function Footer({ exports }: { exports: boolean }) {
  const holder = useHolder();
  return (
    <footer>
      {exports && (holder === undefined || holder.rights.includes('export')) && (
        <span class="exports">
          {messages.header.allRows}{' '}
          <ExportButton what="pageviews">{messages.header.pageviewsCsv}</ExportButton>
          <ExportButton what="sessions">{messages.header.visitsCsv}</ExportButton>
        </span>
      )}
      <span>
        <a href="docs">{messages.header.api}</a>
        {' · '}
        {messages.header.placesBy}{' '}
        <a href="https://db-ip.com" rel="noreferrer">
          IP Geolocation by DB-IP
        </a>
      </span>
    </footer>
  );
}
