/** Decides to which network addresses the product may send events: public ones only, so that a webhook cannot reach inner services. */
import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Ranges of IPv4 that are not public (IANA special-purpose registry). */
const CLOSED_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Public IPv6 is within this range. All others are loopback, link-local, private, mapped or translated addresses. */
const OPEN_IPV6 = ['2000::', 3] as const
/** Ranges within it that are not public, or that carry an IPv4 address. */
const CLOSED_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, prefix] of CLOSED_IPV4) closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of CLOSED_IPV6) closed.addSubnet(network, prefix, 'ipv6')
const open = new BlockList()
open.addSubnet(...OPEN_IPV6, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  return version === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Returns the name of the host without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** The error for a host with an address that is not public. */
export class ClosedAddress extends Error {
  readonly code = 'ECLOSED'
}

/** Resolves a name as `dns.lookup` does. Fails if one of its addresses is not public, so that the connection goes to a checked one. */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), '', 0)
    if (!found.every(({ address }) => isPublicAddress(address))) return done(new ClosedAddress(), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}
