/** What happens without a change of a record: sign-ins, failed ones, and refused requests. */

export const SECURITY_EVENT_KINDS = ['SIGN-IN', 'FAILED-SIGN-IN', 'REFUSAL'] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

/** What a sign-in was about. The kind of the event says whether it failed. */
export type SignInEvent =
  | 'SIGNED-IN'
  | 'CODE-ASKED'
  | 'FAILED'
  | 'LOCKED'
  | 'TURNED-AWAY'
  | 'SIGNED-OUT'
  | 'TOKEN-REUSED'

/** The name of an event that stands for further ones of the same minute, which have no rows of their own. */
export const FURTHER = 'FURTHER'

/** The name of a refused call with a key: the key is not known, or it has made all its requests of the minute. */
export const KEY_CALL = 'KEY-CALL'

/** The topic of the list of changes, sign-ins and refusals. */
export const HISTORY_TOPIC = 'history'
