/** How much older than its ping a session's or pageview's id may be, in milliseconds. */
export const idAge = 24 * 60 * 60_000;

/** How far ahead of its ping the time in an id may be, in milliseconds: it is from the visitor's clock, which may be wrong. */
export const idLead = 10 * 60_000;
