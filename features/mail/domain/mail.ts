/** Defines which records mails belong to, and the states of a mail. */

export const MAIL_STATUSES = ['WAITING', 'SENT', 'UNSURE', 'FAILED'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

/**
 * Returns the status of a mail from its recipients. WAITING comes first, because it is tried again, then FAILED, then
 * UNSURE. A mail without recipients has failed.
 */
export const statusOf = (recipients: readonly MailStatus[]): MailStatus =>
  recipients.length === 0
    ? 'FAILED'
    : ((['WAITING', 'FAILED', 'UNSURE'] as const).find((status) => recipients.includes(status)) ?? 'SENT')

/**
 * Returns the status of the recipients that "send again" covers: FAILED ones, or else UNSURE ones. Null if there are
 * none.
 */
export const statusToResend = (recipients: readonly MailStatus[]): MailStatus | null =>
  (['FAILED', 'UNSURE'] as const).find((status) => recipients.includes(status)) ?? null

/** Tries before a mail that could not go out is given up: with the pauses of the queue about a day. */
export const MOST_TRIES = 290
