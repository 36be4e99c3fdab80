import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address in the form of IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['an IPv6 address', '2001:db8:12:34:56:78:9a:bc', '2001:db8:12:34::/64'],
  ['another spelling of its network', '2001:0DB8:0012:0034::1', '2001:db8:12:34::/64'],
  ['a shortened address', '2001:db8::1', '2001:db8:0:0::/64'],
  ['an address shortened near its beginning', '2001::34:56:78:9a:bc:de', '2001:0:34:56::/64'],
  ['an address shortened near its end', '2001:db8:12:34:56::', '2001:db8:12:34::/64'],
  ['an address of the own network with its device', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['the own machine', '::1', '0:0:0:0::/64'],
])('%s counts as its network', (_title, address, network) => {
  expect(networkOf(address)).toBe(network)
})
