/**
 * The page's URL as it is sent: without the fragment, and without every parameter that is neither a campaign tag nor an ad
 * network's click id. Uses patterns for similar names, because a list of all names takes 60 bytes more; ingest reads exact names
 * and stores no click id.
 */
export const taggedUrl = (): string =>
  location.href.replace(
    /(^[^?#]*|[?&](?!(awc|(ransite|li_fat_|[gw]bra|scc|\w+cli?c?k?|tdu|rdt_c|vmc|bd_v)id|cjevent|dicbo|epik|utm_\w+|ldtag_cl|tblci)=))[^&?#]*|#.*/gi,
    '$1',
  );
