/** Stores on this device who received the goods of each customer last, until the person signs out. */
import { storePrivate, readPrivate } from '#web/offline/answer-cache.ts'

const nameOf = (customerId: number): string => `recipient:${customerId}`

/** Returns the recipient's name of this customer's last delivery, or an empty text. */
export async function knownRecipient(personId: number, customerId: number): Promise<string> {
  const known = await readPrivate(personId, nameOf(customerId))
  return typeof known === 'string' ? known : ''
}

/** Stores a name. An empty name deletes it. */
export const rememberRecipient = (personId: number, customerId: number, recipient: string): Promise<void> =>
  storePrivate(personId, nameOf(customerId), recipient.trim() === '' ? undefined : recipient.trim())
