/**
 * Whether mail programs, advertising or social networks append this parameter to links. Such parameters do not concern the
 * view, and people who share links cannot avoid them, so they are ignored. Any other unknown name counts as a misspelling:
 * `?fliter=country:NL` must not show the numbers of all countries.
 */
export function isLinkTag(name: string): boolean {
  return linkTags.test(name);
}

const linkTags =
  /^(utm_\w+|_\w+|\w*cl(ick|k)?id|[gw]braid|gad_\w+|mc_[ce]id|igsh(id)?|li_fat_id|rdt_cid|epik|mkt_tok|srsltid)$/;
