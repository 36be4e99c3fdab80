/** Decides whether the sheet of an order may be mailed. */
import { zMailAddresses } from '#features/mail/domain/contract.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { isWithdrawn, type OrderStatus } from '../order.ts'

/** Returns why the sheet of an order may not be mailed, or null. */
export const whyNotMailed = (status: OrderStatus): Refusal | null =>
  isWithdrawn(status) ? refusal('refused', 'orders.not-mailed', { status }) : null

type MailFacts = {
  readonly status: OrderStatus
  /** The addresses in the record of the customer. */
  readonly email: string
  /** The moment of the newest mail to these addresses since the last change of the order. Mails that failed do not count. */
  readonly mailedAt: string | null
}

/** Returns why the sheet may not be mailed to the customer without a person who reads the mail first, or null. */
export function whyNotMailedToCustomer({ status, email, mailedAt }: MailFacts): Refusal | null {
  const no = whyNotMailed(status)
  if (no) return no
  if (email.trim() === '') return refusal('refused', 'orders.no-address')
  if (!zMailAddresses.safeParse(email).success) return refusal('refused', 'orders.bad-address', { to: email })
  return mailedAt === null ? null : refusal('refused', 'orders.mailed-already', { to: email, at: mailedAt })
}
