/** Who took the goods last time, remembered on this device. */
const nameOf = (customerId: number): string => `RECIPIENT:${customerId}`

/** The name that was written at this customer's last time, or nothing. */
export const knownRecipient = (customerId: number): string => localStorage.getItem(nameOf(customerId)) ?? ''

/** Remembers a name; an empty one forgets. */
export function rememberRecipient(customerId: number, recipient: string): void {
  if (recipient.trim() === '') localStorage.removeItem(nameOf(customerId))
  else localStorage.setItem(nameOf(customerId), recipient.trim())
}
