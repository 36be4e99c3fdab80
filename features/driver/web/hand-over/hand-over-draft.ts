/** What is half written at a door, kept on the device: a phone may close the page while its camera is open. */
import { useEffect, useState } from 'react'
import { storePrivate, readPrivate } from '#web/offline/answer-cache.ts'
import { EMPTY_HAND_OVER, type HandOver } from '../../domain/hand-over.ts'
import { knownRecipient } from './recipients.ts'

const nameOf = (orderId: number): string => `hand-over:${orderId}`

/** A device that does not answer for so long must not keep the driver waiting. */
const PATIENCE_MS = 1_000

/** Keeps what is written so far; the photo is large and quickly taken again. */
export const keepDraft = (personId: number, orderId: number, draft: HandOver): Promise<void> =>
  storePrivate(personId, nameOf(orderId), { ...draft, photo: null } satisfies HandOver).catch(() => undefined)

/** The order is handed over, or the sheet was closed by hand: nothing of it stays. */
export const forgetDraft = (personId: number, orderId: number): Promise<void> =>
  storePrivate(personId, nameOf(orderId), undefined).catch(() => undefined)

/** What a hand-over begins with: what was written before the page was closed, else the name of the last time. */
async function draftFor(personId: number, orderId: number, customerId: number): Promise<HandOver> {
  const kept = await readPrivate(personId, nameOf(orderId))
  if (typeof kept === 'object' && kept !== null) return { ...EMPTY_HAND_OVER, ...kept }
  return { ...EMPTY_HAND_OVER, recipient: await knownRecipient(personId, customerId) }
}

/** The beginning of a hand-over; null for the moment in which the device looks it up. */
export function useFirstDraft(personId: number, orderId: number, customerId: number): HandOver | null {
  const [first, setFirst] = useState<HandOver | null>(null)
  useEffect(() => {
    const begin = (draft: HandOver) => setFirst((before) => before ?? draft)
    const timer = setTimeout(() => begin(EMPTY_HAND_OVER), PATIENCE_MS)
    void draftFor(personId, orderId, customerId).then(begin, () => begin(EMPTY_HAND_OVER))
    return () => clearTimeout(timer)
  }, [personId, orderId, customerId])
  return first
}
