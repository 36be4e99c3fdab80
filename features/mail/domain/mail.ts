/** What an outgoing mail may be about, and how it stands with it. */
import type { Right } from '#kernel/rights.ts'

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

/** Kinds of records that mails are about. */
export const RECORDS = ['orders', 'customers'] as const
export type MailRecord = (typeof RECORDS)[number]

/** A mail may be read by whoever may read what it is about, and sent by whoever may change it. */
export const RECORD_RIGHTS: Readonly<Record<MailRecord, { readonly read: Right; readonly write: Right }>> = {
  orders: { read: 'orders.read', write: 'orders.write' },
  customers: { read: 'customers.read', write: 'customers.write' },
}

/** Tries before a mail that could not go out is given up: with the pauses of the queue about a day. */
export const MOST_TRIES = 290
