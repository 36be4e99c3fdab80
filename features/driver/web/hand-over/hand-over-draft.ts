/** Stores an unfinished hand-over on the device, because a phone may close the page while its camera is open. */
import { useEffect, useState } from 'react'
import { storePrivate, readPrivate } from '#web/offline/answer-cache.ts'
import { EMPTY_HAND_OVER, type HandOver } from '../../domain/hand-over.ts'
import { knownRecipient } from './recipients.ts'

const nameOf = (orderId: number): string => `hand-over:${orderId}`

/** The longest time, in milliseconds, that the page waits until the device has read the draft. */
const LONGEST_READ_MS = 1_000

/** Stores the draft without the photo, which is large and can be taken again. */
export const keepDraft = (personId: number, orderId: number, draft: HandOver): Promise<void> =>
  storePrivate(personId, nameOf(orderId), { ...draft, photo: null } satisfies HandOver).catch(() => undefined)

/** Deletes the draft. The order was handed over, or the person closed the sheet. */
export const forgetDraft = (personId: number, orderId: number): Promise<void> =>
  storePrivate(personId, nameOf(orderId), undefined).catch(() => undefined)

/** Returns the initial hand-over: the stored draft, or else only the recipient's name of the last time. */
async function draftFor(personId: number, orderId: number, customerId: number): Promise<HandOver> {
  const kept = await readPrivate(personId, nameOf(orderId))
  if (typeof kept === 'object' && kept !== null) return { ...EMPTY_HAND_OVER, ...kept }
  return { ...EMPTY_HAND_OVER, recipient: await knownRecipient(personId, customerId) }
}

/** Returns the initial hand-over, or null while the device reads it. */
export function useFirstDraft(personId: number, orderId: number, customerId: number): HandOver | null {
  const [first, setFirst] = useState<HandOver | null>(null)
  useEffect(() => {
    const begin = (draft: HandOver) => setFirst((before) => before ?? draft)
    const timer = setTimeout(() => begin(EMPTY_HAND_OVER), LONGEST_READ_MS)
    void draftFor(personId, orderId, customerId).then(begin, () => begin(EMPTY_HAND_OVER))
    return () => clearTimeout(timer)
  }, [personId, orderId, customerId])
  return first
}
