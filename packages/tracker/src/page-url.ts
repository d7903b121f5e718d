/**
 * The fragment, and every parameter that is not named like a tag of a campaign or an ad network's click id. Patterns where
 * names share one, because a list of all names takes 60 bytes more; ingest reads exact names and stores no click id.
 */
const unread =
  /([?&])(?!(utm_\w+|\w+cl(ic)?k?id|rdt_cid|sccid|vmcid|[gw]braid|li_fat_id|epik|bd_vid|ldtag_cl|tblci|dicbo|cjevent|awc|tduid|ransiteid)=)[^&#]*|#.*/gi;

/** The address of the page as far as it is sent: with the tags of a campaign and the click ids of ads. */
export function taggedUrl(): string {
  return location.href.replace(unread, '$1');
}

/** The address of the page before as far as it is sent: without the query when it is of this site. */
export function sentReferrer(url: string): string | undefined {
  return url.split('/')[2] === location.host ? url.split('?')[0] : url;
}
