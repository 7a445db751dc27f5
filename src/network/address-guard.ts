import { BlockList, isIP } from 'node:net'

/** Ranges that are not the public internet (IANA special-purpose registries), as `[network, prefix]`. */
const privateIpv4: readonly (readonly [string, number])[] = [
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
/** Inside 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which carry other addresses. */
const privateIpv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refusedIpv4 = new BlockList()
for (const [network, prefix] of privateIpv4) refusedIpv4.addSubnet(network, prefix, 'ipv4')
const refusedIpv6 = new BlockList()
for (const [network, prefix] of privateIpv6) refusedIpv6.addSubnet(network, prefix, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address belongs to the public internet. Everything else is not: loopback, private, link-local,
 * multicast, unspecified, documentation, and every IPv6 form that carries an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedIpv4.check(address, 'ipv4')
    case 6:
      return (
        !address.includes('%') && publicIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6')
      )
    default:
      return false
  }
}
