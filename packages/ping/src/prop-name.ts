/** The name of a property of an event, as a regular expression. */
export const propName = '[A-Za-z0-9_.-]{1,40}';
