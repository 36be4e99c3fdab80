/** Decides whether a document or a delivery note may go out without its MARK, because the connection is lost. */

/** While the connection is lost, the job ends with one of these reasons and nothing of the document has an answer. */
const CONNECTION_LOST = ['unreachable', 'time-out', 'cut', 'unauthorised', 'redirected', 'not-json']

type SentFacts = {
  readonly status: string
  readonly errorCode: string | null
  readonly test: boolean
}

/**
 * Reports whether the document may go out although it has no MARK: it was not issued and not refused, and the last attempt found no
 * connection or a failure of the service.
 */
export const isConnectionLost = ({ status, errorCode, test }: SentFacts): boolean =>
  !test &&
  (status === 'WAITING' || status === 'UNKNOWN' || status === 'SENDING') &&
  errorCode !== null &&
  (CONNECTION_LOST.includes(errorCode) ||
    errorCode.startsWith('http-5') ||
    errorCode.startsWith('sign-in ') ||
    errorCode === 'technical')
