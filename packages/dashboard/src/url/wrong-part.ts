/** An invalid part of an address. */
export interface WrongPart {
  name: string;
  sent: string | undefined;
  /** What would be accepted, for the reader. */
  accepts: string;
}
