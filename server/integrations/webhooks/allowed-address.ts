/**
 * Decides to which network addresses the product may send. Events go to public ones only, so that a webhook cannot reach inner services. A
 * store of backups may be in the company's own network, but never where a cloud tells its machines their secrets.
 */
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

/**
 * Returns a function that resolves a name as `dns.lookup` does. It fails if one of the addresses is not allowed, so that the connection
 * goes to a checked one.
 */
export const lookUpOnly =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error('no address'), '', 0)
      if (!found.every(({ address }) => isAllowed(address))) return done(new ClosedAddress(), '', 0)
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }

export const lookUpPublic = lookUpOnly(isPublicAddress)

/** Private networks (RFC 1918 and 4193), the shared range of carriers (RFC 6598), and this machine. */
const OWN_NETWORKS: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
]
/** Where clouds tell their machines names and secrets, outside the range of link-local addresses. */
const METADATA: readonly (readonly [address: string, family: 'ipv4' | 'ipv6'])[] = [
  ['100.100.100.200', 'ipv4'],
  ['168.63.129.16', 'ipv4'],
  ['192.0.0.192', 'ipv4'],
  ['fd00:ec2::254', 'ipv6'],
  ['fd20:ce::254', 'ipv6'],
]

const own = new BlockList()
for (const network of OWN_NETWORKS) own.addSubnet(...network)
const metadata = new BlockList()
for (const address of METADATA) metadata.addAddress(...address)

/** Reports whether an address belongs to the company's own network or to this machine, and is no service of a cloud. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return isIP(address) !== 0 && own.check(address, family) && !metadata.check(address, family)
}

/** Reports whether a store may be at an address: a public one, or one of the company's own network. */
export function isStoreAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return isOwnAddress(address) || (isPublicAddress(address) && !metadata.check(address, family))
}
