/** What an outgoing mail may be about, and how it stands with it. */

export const MAIL_STATUSES = ['WAITING', 'SENT', 'UNSURE', 'FAILED'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

/**
 * How a mail stands by its recipients: what waits is tried again first, what failed is told before what may have gone. A
 * mail without a recipient reaches nobody and has failed.
 */
export const statusOf = (recipients: readonly MailStatus[]): MailStatus =>
  recipients.length === 0
    ? 'FAILED'
    : ((['WAITING', 'FAILED', 'UNSURE'] as const).find((status) => recipients.includes(status)) ?? 'SENT')

/** What "send again" sends again: what failed, and by a press of its own what may have gone. */
export const sentAgain = (recipients: readonly MailStatus[]): MailStatus | null =>
  (['FAILED', 'UNSURE'] as const).find((status) => recipients.includes(status)) ?? null

/** Tries before a mail that could not go out is given up: with the pauses of the queue about a day. */
export const MOST_TRIES = 290
