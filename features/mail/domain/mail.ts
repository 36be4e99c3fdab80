/** What an outgoing mail may be about, and how it stands with it. */
import type { Right } from '#kernel/rights.ts'

export const MAIL_STATUSES = ['WAITING', 'SENT', 'FAILED'] as const

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
