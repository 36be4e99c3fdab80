/** Stores an unfinished delivery form on the device, because a phone may close the page while its camera is open. */
import { useEffect, useState } from 'react'
import { storePrivate, readPrivate } from '#web/offline/answer-cache.ts'
import { EMPTY_DELIVERY_FORM, type DeliveryForm, lineKey } from '../../domain/delivery-form.ts'
import { knownRecipient } from './recipients.ts'

/** Returns the key of a draft. It has an earlier name of the form, so that stored drafts are found again. */
const nameOf = (orderIds: readonly number[]): string => `hand-over:${orderIds.join('+')}`

/** The longest time, in milliseconds, that the page waits until the device has read the draft. */
const LONGEST_READ_MS = 1_000

/** Stores the draft without the photo, which is large and can be taken again. */
export const keepDraft = (personId: number, orderIds: readonly number[], draft: DeliveryForm): Promise<void> =>
  storePrivate(personId, nameOf(orderIds), { ...draft, photo: null } satisfies DeliveryForm).catch(() => undefined)

/** Deletes the draft. The order was delivered, or the person closed the sheet. */
export const forgetDraft = (personId: number, orderIds: readonly number[]): Promise<void> =>
  storePrivate(personId, nameOf(orderIds), undefined).catch(() => undefined)

/** Returns the initial delivery form: the stored draft, or else only the recipient's name of the last time. */
async function draftFor(personId: number, orderIds: readonly number[], customerId: number): Promise<DeliveryForm> {
  const kept = await readPrivate(personId, nameOf(orderIds))
  if (typeof kept === 'object' && kept !== null) return withKeys({ ...EMPTY_DELIVERY_FORM, ...kept }, orderIds)
  return { ...EMPTY_DELIVERY_FORM, recipient: await knownRecipient(personId, customerId) }
}

/** Adds the order to the quantities of a draft that an earlier version of the page stored by line number only. */
function withKeys(draft: DeliveryForm, [orderId = 0]: readonly number[]): DeliveryForm {
  if (draft.quantities === null) return draft
  const quantities = Object.entries(draft.quantities).map(([key, quantity]) => [
    key.includes(':') ? key : lineKey(orderId, Number(key)),
    quantity,
  ])
  return { ...draft, quantities: Object.fromEntries(quantities) }
}

/** Returns the initial delivery form, or null while the device reads it. */
export function useFirstDraft(personId: number, orderIds: readonly number[], customerId: number): DeliveryForm | null {
  const wanted = orderIds.join(' ')
  const [first, setFirst] = useState<DeliveryForm | null>(null)
  useEffect(() => {
    const begin = (draft: DeliveryForm) => setFirst((before) => before ?? draft)
    const timer = setTimeout(() => begin(EMPTY_DELIVERY_FORM), LONGEST_READ_MS)
    void draftFor(personId, wanted.split(' ').map(Number), customerId).then(begin, () => begin(EMPTY_DELIVERY_FORM))
    return () => clearTimeout(timer)
  }, [personId, wanted, customerId])
  return first
}
