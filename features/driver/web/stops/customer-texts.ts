import type { TFunction } from 'i18next'

type Facts = {
  readonly company: string
  readonly orders: readonly number[]
  readonly from: string
  readonly to: string
}

/**
 * Returns subject and text of the message that tells a customer when the driver comes. Several orders have words of their
 * own instead of plural forms, because languages like Russian use the singular form for a count of 21.
 */
export function customerTexts(t: TFunction<'driver'>, { orders, ...rest }: Facts): { subject: string; text: string } {
  const facts = { ...rest, orders: orders.join(', ') }
  return orders.length === 1
    ? { subject: t('message.subject', facts), text: t('message.text', facts) }
    : { subject: t('message.subject-many', facts), text: t('message.text-many', facts) }
}
