/**
 * The page's URL as it is sent: without the fragment, and without every parameter that is neither a campaign tag nor an ad
 * network's click id. Uses patterns for similar names, because a list of all names takes 60 bytes more; ingest reads exact names
 * and stores no click id.
 */
export const taggedUrl = (): string =>
  location.href.replace(
    /([?&])(?!(utm_\w+|(\w+cl(ic)?k?|rdt_c|bd_v|li_fat_|scc|tdu|vmc|ransite|[gw]bra)id|dicbo|ldtag_cl|epik|awc|cjevent|tblci)=)[^&#]*|#.*/gi,
    '$1',
  );
