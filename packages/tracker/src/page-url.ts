/**
 * Matches the fragment, and every parameter that is neither a campaign tag nor an ad network's click id. Uses patterns for
 * similar names, because a list of all names takes 60 bytes more; ingest reads exact names and stores no click id.
 */
const unwanted =
  /([?&])(?!(utm_\w+|\w+cl(ic)?k?id|rdt_cid|sccid|vmcid|[gw]braid|li_fat_id|epik|bd_vid|ldtag_cl|tblci|dicbo|cjevent|awc|tduid|ransiteid)=)[^&#]*|#.*/gi;

/** The page's URL as it is sent: with campaign tags and click ids only. */
export function taggedUrl(): string {
  return location.href.replace(unwanted, '$1');
}

/** The referrer as it is sent: without the query string if it is of this site. */
export function sentReferrer(url: string): string | undefined {
  return url.split('/')[2] === location.host ? url.split('?')[0] : url;
}
