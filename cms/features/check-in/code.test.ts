import { expect, test } from 'vitest'
import {
  createDeviceKeys,
  exportDeviceKey,
  importKeys,
  isDeviceKey,
  isSigned,
  makeCertificate,
  makeDeviceCard,
  makeTicket,
  type ReadCode,
  readCode,
  shortKid,
  type TicketCode,
} from './code.ts'

const kid = 'abcdefgh_and_more'
const makeServer = async () => {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { keys: await importKeys([{ ...jwk, kid }]), signing: { kid, key: pair.privateKey } }
}
const ticket: TicketCode = {
  ...{ kind: 'table', reservation: 12, version: 3, subject: 45, area: 'Cocktail Bar', party: 6 },
  ...{ from: '2026-12-04', until: '2026-12-05' },
}
type Signed = Extract<ReadCode, { type: 'ticket' | 'card' }>

test('a ticket can be read and verified, and nothing in it can be changed', async () => {
  const { keys, signing } = await makeServer()
  const code = await makeTicket(ticket, signing)
  const read = readCode(` ${code}\n`) as Signed
  expect(read).toMatchObject({ type: 'ticket', ticket, kid: shortKid(kid) })
  expect(await isSigned(read, keys)).toBe(true)
  for (const part of [3, 4, 5, 6, 7]) {
    const parts = code.split('.')
    const changed = readCode(parts.with(part, '1').join('.'))
    if (changed.type === 'ticket') expect(await isSigned(changed, keys)).toBe(false)
  }
  expect(await isSigned(read, (await makeServer()).keys)).toBe(false)
  expect(await isSigned(read, new Map())).toBe(false)
})

test.each(['event', 'table', 'desk', 'drop'] as const)(
  'the code of a ticket says that it is for: %s',
  async (kind) => {
    const { keys, signing } = await makeServer()
    const read = readCode(await makeTicket({ ...ticket, kind }, signing)) as Signed
    expect(read).toMatchObject({ ticket: { kind } })
    expect(await isSigned(read, keys)).toBe(true)
  },
)

test('a card of a browser is verified by its certificate and by its own key', async () => {
  const { keys, signing } = await makeServer()
  const browser = await createDeviceKeys()
  expect(browser.privateKey.extractable).toBe(false)
  const publicKey = await exportDeviceKey(browser.publicKey)
  expect(await isDeviceKey(publicKey)).toBe(true)
  const until = Date.parse('2026-12-11T20:00:00Z')
  const certificate = await makeCertificate({ id: 5, member: 9, publicKey, until }, signing)
  const at = Date.parse('2026-12-04T20:00:00Z')
  const read = readCode(
    await makeDeviceCard(certificate, { key: browser.privateKey, at }),
  ) as Signed
  expect(read).toMatchObject({ card: { device: 5, member: 9, certifiedUntil: until, at } })
  expect(await isSigned(read, keys)).toBe(true)
  const other = await createDeviceKeys()
  const forged = readCode(
    await makeDeviceCard(certificate, { key: other.privateKey, at }),
  ) as Signed
  expect(await isSigned(forged, keys)).toBe(false)
  const own = await makeServer()
  const self = await makeCertificate({ id: 5, member: 9, publicKey, until }, own.signing)
  const claimed = readCode(await makeDeviceCard(self, { key: browser.privateKey, at })) as Signed
  expect(await isSigned(claimed, keys)).toBe(false)
})

test.each([
  ['00012', { type: 'number', member: 12 }],
  ['7.rpr2.abcdefghijklmnopqrstuv', { type: 'online_card' }],
  ['', { type: 'unknown' }],
  ['https://venue.example', { type: 'unknown' }],
  ['CR1T.abcdefgh.e.1.1.1.9.1.20261204.20261204.x', { type: 'unknown' }],
  ['1'.repeat(700), { type: 'unknown' }],
])('%j is read as %j', (text, expected) => {
  expect(readCode(text)).toEqual(expected)
})

test.each(['', 'x'.repeat(87), 'B'.repeat(86)])('%j is no key', async (text) => {
  expect(await isDeviceKey(text)).toBe(false)
})
