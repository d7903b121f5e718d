/** An invalid part of an address. */
export interface WrongPart {
  /** The parameter's name. */
  name: string;
  /** Its value, if it should be shown. */
  sent: string | undefined;
  /** What would be accepted, for the reader. */
  accepts: string;
}
