/** Who took the goods last time at each customer, remembered on this device until the person signs out. */
import { storePrivate, readPrivate } from '#web/offline/answer-cache.ts'

const nameOf = (customerId: number): string => `recipient:${customerId}`

/** The name that was written at this customer's last time, or nothing. */
export async function knownRecipient(personId: number, customerId: number): Promise<string> {
  const known = await readPrivate(personId, nameOf(customerId))
  return typeof known === 'string' ? known : ''
}

/** Remembers a name; an empty one forgets. */
export const rememberRecipient = (personId: number, customerId: number, recipient: string): Promise<void> =>
  storePrivate(personId, nameOf(customerId), recipient.trim() === '' ? undefined : recipient.trim())
