/**
 * Whether a parameter is one that mail programs, advertising and social networks append to links. They say nothing about the
 * view, and whoever sends a link cannot help them, so they are passed over. Any other unknown name is taken for a misspelling:
 * `?fliter=country:NL` must not show the numbers of all countries.
 */
export function isLinkTag(name: string): boolean {
  return linkTags.test(name);
}

const linkTags =
  /^(utm_\w+|_\w+|\w*cl(ick)?id|[gw]braid|gad_\w+|mc_[ce]id|igsh(id)?|li_fat_id|rdt_cid|epik|mkt_tok|srsltid)$/;
