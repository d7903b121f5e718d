/**
 * The page's URL as it is sent: without the fragment, and without every parameter that is neither a campaign tag nor an ad
 * network's click id. Uses patterns for similar names, because a list of all names takes 60 bytes more; ingest reads exact names
 * and stores no click id.
 */
export const taggedUrl = (): string =>
  location.href.replace(
    /([?&])(?!(utm_\w+|(\w+cl(ic)?k?|rdt_c|scc|vmc|[gw]bra|li_fat_|bd_v|tdu|ransite)id|epik|ldtag_cl|tblci|dicbo|cjevent|awc)=)[^&#]*|#.*/gi,
    '$1',
  );

/** The referrer as it is sent: without the query string if it is of this site. */
export const sentReferrer = (url: string): string | undefined => {
  return url.split('/')[2] === location.host ? url.split('?')[0] : url;
};
