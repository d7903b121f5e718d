/** The fragment, and parameters that ingest does not read. It puts the names of those that it does in place of the word. */
const unread = /([?&])(?!(__TAGS__)=)[^&#]*|#.*/gi;

/** The address of the page as far as it is sent: with the tags of a campaign and the click ids of ads. */
export function taggedUrl(): string {
  return location.href.replace(unread, '$1');
}

/** The address of the page before as far as it is sent: without the query when it is of this site. */
export function sentReferrer(url: string): string | undefined {
  return url.split('/')[2] === location.host ? url.split('?')[0] : url;
}
