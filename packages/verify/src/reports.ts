/** The reports, requested over HTTP like by any client. */
export interface Reports {
  /** Requests a report. @throws an Error when the answer is not a 200 */
  ask(path: string, parameters: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}
