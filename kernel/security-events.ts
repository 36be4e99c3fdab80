/** What happens without a change of a record: sign-ins, failed ones, and refused commands. */

export const SECURITY_EVENT_KINDS = ['SIGN-IN', 'FAILED-SIGN-IN', 'REFUSAL'] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

/** What a sign-in was about. The kind says whether it failed. */
export const SIGN_IN_EVENTS = [
  'SIGNED-IN',
  'CODE-ASKED',
  'FAILED',
  'LOCKED',
  'TURNED-AWAY',
  'SIGNED-OUT',
  'TOKEN-REUSED',
] as const
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number]

/** The name of an event that stands for further ones of the same minute, which have no rows of their own. */
export const FURTHER = 'FURTHER'
