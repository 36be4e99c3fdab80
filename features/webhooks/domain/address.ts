/** Decides which addresses a receiver may have. The server also looks at the network address behind the name, at each sending. */

export const MOST_ADDRESS_CHARACTERS = 500

/** Hosts of a developer's machine. The server sends to them only if it runs there itself. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

const ADDRESS =
  /^(?<scheme>[a-z]+):\/\/(?:(?<person>[^/?#\\\s]*)@)?(?<host>\[[\da-f:.]+\]|[^/?#:@\\\s]+)(?::\d{1,5})?(?:[/?]\S*)?$/i

/** Returns the code of the reason why events cannot be sent to an address, or null. */
export function whyNotAddress(text: string): 'address' | 'address-https' | 'address-secret' | null {
  const { scheme = '', host = '', person } = ADDRESS.exec(text)?.groups ?? {}
  if (host === '') return 'address'
  // the name and password of an address would be shown and stored with it
  if (person !== undefined) return 'address-secret'
  if (scheme.toLowerCase() === 'https') return null
  return scheme.toLowerCase() === 'http' && LOCAL_HOSTS.includes(host.toLowerCase()) ? null : 'address-https'
}
