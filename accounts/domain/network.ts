/** Decides which internet addresses count as one for the limits against guessing. */

/** The first 64 bits of an IPv6 address, in groups of 16. A provider gives a customer at least that many addresses. */
const NETWORK_GROUPS = 4

/**
 * Returns the network that the limits count an address as: an IPv4 address itself, and the first half of an IPv6 address. The
 * owner of one IPv6 connection could otherwise make every attempt from another address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)
  if (mapped) return mapped[1] ?? address
  if (!address.includes(':')) return address
  const [before = '', after] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const first = groupsOf(before)
  const last = groupsOf(after ?? '')
  const left = Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: left }, () => '0'), ...last]
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
