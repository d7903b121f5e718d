// Written by `npm run schema:dump`.
import pageviews from './pageviews.sql';
import sessions from './sessions.sql';

/** The texts of the views for BI tools by their names. */
export const texts: Readonly<Record<string, string>> = {
  pageviews,
  sessions,
};
