/** The reports, requested over HTTP like by any client. */
export interface Reports {
  /** Requests a report. @throws an Error for a status other than 200 */
  ask(path: string, parameters: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}
