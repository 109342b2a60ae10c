import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import {
  createPublicLookup,
  isPublicAddress,
  PrivateAddressError,
  resolveHost,
} from './addresses.ts'

test.each([
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '223.255.255.255',
  '2a00:1450:4001:80b::200a',
  '2606:4700::1111',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '2606:4700::1111%eth0',
  'localhost',
  '127.1',
  '',
  '2130706433',
])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

const answer = (...addresses: string[]) =>
  createPublicLookup(async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
const lookUp = (lookup: ReturnType<typeof answer>, all: boolean) =>
  new Promise<string | LookupAddress[]>((resolve, reject) =>
    lookup('push.example', { all }, (error, address) => (error ? reject(error) : resolve(address))),
  )

describe('createPublicLookup', () => {
  test('returns one public address or all of them, as requested', async () => {
    const lookup = answer('8.8.8.8', '2606:4700::1111')
    expect(await lookUp(lookup, false)).toBe('8.8.8.8')
    expect(await lookUp(lookup, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['8.8.8.8', '::1']],
    [['::ffff:127.0.0.1']],
    [[]],
  ])('refuses a host with the addresses %j', async (addresses) => {
    for (const all of [true, false]) {
      await expect(lookUp(answer(...addresses), all)).rejects.toBeInstanceOf(PrivateAddressError)
    }
  })

  test('reports the error of the DNS', async () => {
    const error = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
    await expect(
      lookUp(
        createPublicLookup(() => Promise.reject(error)),
        true,
      ),
    ).rejects.toBe(error)
  })
})

/** A DNS server that answers only queries for names with `fast`. Names with `fast4` have no IPv6 address. */
async function startDns() {
  const server = createSocket('udp4')
  server.on('message', (question, { port, address }) => {
    const text = question.toString('latin1')
    if (!text.includes('fast')) return
    const isIpv4 = question.readUInt16BE(question.indexOf('\0', 12) + 1) === 1
    const found = isIpv4 ? [8, 8, 8, 8] : text.includes('fast4') ? [] : [0x26, ...Array(15).fill(6)]
    const record = [0xc0, 12, 0, isIpv4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, found.length, ...found]
    const reply = Buffer.concat([question, Buffer.from(found.length ? record : [])])
    reply.writeUInt16BE(0x8180, 2)
    reply.writeUInt16BE(Number(found.length > 0), 6)
    // The reply does not contain the additional record of the query.
    reply.writeUInt16BE(0, 10)
    server.send(reply, port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  return server
}

describe('resolveHost', () => {
  test('finds IPv4 and IPv6 addresses', async () => {
    const server = await startDns()
    const servers = [`127.0.0.1:${server.address().port}`]
    expect(await resolveHost('fast.example.com', servers)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:606:606:606:606:606:606:606', family: 6 },
    ])
    expect(await resolveHost('fast4.example.com', servers)).toEqual([
      { address: '8.8.8.8', family: 4 },
    ])
    server.close()
  })

  test('resolves a host while the DNS does not answer for 50 other hosts, whose requests time out', async () => {
    const server = await startDns()
    const servers = [`127.0.0.1:${server.address().port}`]
    const slow = Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => resolveHost(`slow${n}.example.com`, servers)),
    )
    const first = await Promise.race([slow, resolveHost('fast.example.com', servers)])
    expect(first).toContainEqual({ address: '8.8.8.8', family: 4 })
    for (const result of await slow) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEOUT' } })
    }
    server.close()
  })
})
