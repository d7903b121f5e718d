/**
 * The greatest distance of the time inside a session id from its pings. Tables are sorted by that time, and reports, settled days, deletion
 * and checks look for the pings of a session within these bounds: ingest stores no other ids
 * (apps/ingest/src/pipeline/identity/sent-sessions.ts).
 */

/** How much older than a ping the id of its session may be, in milliseconds. */
export const idAge = 24 * 60 * 60_000;

/** How far ahead of a ping the id of its session may be, in milliseconds: its time is from the visitor's clock, which may be fast. */
export const idLead = 2 * 60 * 60_000;

/** How far ahead of its receipt a sender with the key may say that a ping happened, in milliseconds. */
export const pingLead = 10 * 60_000;
