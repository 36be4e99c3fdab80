/** Decides which addresses a receiver may have. The server also looks at the network address behind the name, at each sending. */
import { isLoopbackHost } from '#kernel/loopback.ts'

export const MOST_ADDRESS_CHARACTERS = 500

const ADDRESS =
  /^(?<scheme>[a-z]+):\/\/(?:(?<person>[^/?#\\\s]*)@)?(?<host>\[[\da-f:.]+\]|[^/?#:@\\\s]+)(?::\d{1,5})?(?:[/?]\S*)?$/i

/** Returns the code of the reason why events cannot be sent to an address, or null. */
export function whyNotAddress(text: string): 'address' | 'address-https' | 'address-secret' | null {
  const { scheme = '', host = '', person } = ADDRESS.exec(text)?.groups ?? {}
  if (host === '') return 'address'
  // the name and password of an address would be shown and stored with it
  if (person !== undefined) return 'address-secret'
  if (scheme.toLowerCase() === 'https') return null
  // a developer's machine: the server sends to it only if it runs there itself
  return scheme.toLowerCase() === 'http' && isLoopbackHost(host.toLowerCase()) ? null : 'address-https'
}
