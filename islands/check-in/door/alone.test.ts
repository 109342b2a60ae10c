import { beforeAll, expect, test } from 'vitest'
import {
  type CodeKeys,
  createDeviceKeys,
  exportDeviceKey,
  makeCertificate,
  makeDeviceCard,
  makeTicket,
  shortKid,
  type TicketCode,
} from '../../../cms/features/check-in/code.ts'
import type { ListGuest } from '../../../cms/features/check-in/contract.ts'
import { decideAlone, type Undoable, type What } from './alone.ts'
import { addScan, type Book, bookOf, countsWith, type FullList, type StoredScan } from './book.ts'

const at = Date.parse('2026-12-04T21:00:00Z')
const server = await createDeviceKeys()
const stranger = await createDeviceKeys()
const kid = 'server-key-thumbprint'
const keys: CodeKeys = new Map([[shortKid(kid), server.publicKey]])

const guests: ListGuest[] = [
  { id: 1, name: 'Ada Lovelace', party: 4 },
  { id: 2, name: 'Otis', party: 1, status: 'cancelled', inside: 1, came: 1 },
  { id: 3, name: 'Mary', party: 2, due: 700, version: 2 },
  { id: 4, name: 'Grace', party: 1, member: 12, inside: 1, came: 1, status: 'attended' },
]
const list: FullList = {
  ...{ now: at, version: '1', night: { day: '2026-12-04', ends_at: at + 3_600_000 } },
  areas: [{ area: 'Event Spaces', inside: 95, limit: 100, re_entry: false }],
  ...{ area: 'Event Spaces', unchanged: false, title: 'Quiz', guests, keys: [], members: [] },
  lost: { members: [13], suspended: [14], devices: [9] },
}
const book = (scans: StoredScan[] = []): Book => bookOf(list, 'event:7', scans)

const ticketOf = (change: Partial<TicketCode> = {}): TicketCode => ({
  ...{ kind: 'event', reservation: 1, version: 1, subject: 7, area: 'Event Spaces', party: 4 },
  ...{ from: '2026-12-04', until: '2026-12-04', ...change },
})
const signed = (change: Partial<TicketCode> = {}, key = server.privateKey) =>
  makeTicket(ticketOf(change), { kid, key })

type Options = Partial<Parameters<typeof decideAlone>[1]> & { in?: Book; scans?: StoredScan[] }
const decide = (what: What, { in: given = book(), scans = [], ...more }: Options = {}) =>
  decideAlone(
    { book: given, areas: countsWith(list.areas, scans), keys },
    { what, direction: 'in', count: null, isOverride: false, at, last: null, ...more },
  )
const scan = async (code: string, options: Options = {}) =>
  (await decide({ type: 'code', code }, options)).result

let certificate = ''
const device = await createDeviceKeys()
beforeAll(async () => {
  const publicKey = await exportDeviceKey(device.publicKey)
  const facts = { id: 8, member: 12, publicKey, until: at + 86_400_000 }
  certificate = await makeCertificate(facts, { kid, key: server.privateKey })
})

test.each<[string, Partial<TicketCode>, string]>([
  ['of the door', {}, 'yes'],
  ['that is paid at the bar', { reservation: 3, version: 2, party: 2 }, 'pay'],
  ['that was cancelled after somebody came in', { reservation: 2, party: 1 }, 'cancelled'],
  ['of an older link', { reservation: 3, party: 2 }, 'code_too_old'],
  ['of somebody who is inside', { reservation: 4, party: 1 }, 'already'],
  ['of another event', { reservation: 99, subject: 8 }, 'wrong_area'],
  ['of another day', { reservation: 99, from: '2026-12-05', until: '2026-12-05' }, 'wrong_day'],
  ['that is newer than the list', { reservation: 99 }, 'yes'],
])('a ticket %s', async (_, change, result) => {
  expect((await scan(await signed(change))).result).toBe(result)
})

test('a suspended member comes in neither by ticket nor by name', async () => {
  const suspended = { id: 5, name: 'Lee', party: 1, member: 14 }
  const known = bookOf({ ...list, guests: [suspended] }, 'event:7', [])
  const code = await signed({ reservation: 5, party: 1 })
  expect((await scan(code, { in: known })).result).toBe('suspended')
  const named = await decide({ type: 'guest', reservation: 5 }, { in: known })
  expect(named.result.result).toBe('suspended')
})

test('a ticket that somebody else signed, or that was changed, is unknown', async () => {
  expect((await scan(await signed({}, stranger.privateKey))).result).toBe('unknown')
  const changed = (await signed()).replace('.4.20261204', '.9.20261204')
  expect((await scan(changed)).result).toBe('unknown')
})

test.each([
  [0, 'already'],
  [31_000, 'code_too_old'],
  [600_000, 'code_too_old'],
  [90_000_000, 'code_too_old'],
])('a picture of a member’s card after %s ms', async (ageMs, result) => {
  const card = await makeDeviceCard(certificate, { key: device.privateKey, at })
  expect((await scan(card, { at: at + ageMs })).result).toBe(result)
})

test('a scan that waits counts for the next one, and can be taken back', async () => {
  const current = book()
  const what: What = { type: 'code', code: await signed() }
  const first = await decide(what, { in: current, count: 3 })
  expect(first).toMatchObject({ result: { result: 'yes', inside: 3 }, effect: { counted: 3 } })
  const stored = storedOf(first.effect, what)
  addScan(current, stored)
  const scans = [stored]
  expect(countsWith(list.areas, scans)[0]?.inside).toBe(98)
  const second = await decide(what, { in: current, scans })
  expect(second.result).toMatchObject({ result: 'yes', count: 1, inside: 4 })
  const last: Undoable = { ...first.effect, clientId: 'a', direction: 'in' } as Undoable
  const undo: What = { type: 'undo', scan: 'a' }
  const undone = await decide(undo, { in: current, scans, last })
  expect(undone.result).toMatchObject({ result: 'undone', name: 'Ada Lovelace', inside: 0 })
  addScan(current, storedOf(undone.effect, undo))
  expect(current.guests.get(1)).toMatchObject({ inside: 0, came: 0 })
  expect(countsWith(list.areas, [stored, storedOf(undone.effect, undo)])[0]?.inside).toBe(95)
  // After a reload, the stored scans lead to the same.
  expect(book([stored, storedOf(undone.effect, undo)]).guests.get(1)).toMatchObject({ inside: 0 })
})

test('without a network nobody comes in above the limit, except with the right', async () => {
  const six: Options = { count: 6 }
  expect((await decide({ type: 'walk_in' }, six)).result.result).toBe('full')
  expect((await decide({ type: 'walk_in' }, { ...six, isOverride: true })).result.result).toBe(
    'walk_in',
  )
  expect((await decide({ type: 'walk_in' }, { count: 5 })).result.result).toBe('walk_in')
})

test('who leaves is counted out, and who is found by name is let in', async () => {
  const out = await decide({ type: 'guest', reservation: 4 }, { direction: 'out' })
  expect(out.result).toMatchObject({ result: 'out', inside: 0 })
  const found = await decide({ type: 'guest', reservation: 1 })
  expect(found.result).toMatchObject({ result: 'yes', name: 'Ada Lovelace' })
})

let keyCount = 0
function storedOf(effect: Awaited<ReturnType<typeof decide>>['effect'], what: What): StoredScan {
  if (!effect) throw new Error('The scan changes nothing.')
  const { name: _, ...counted } = effect
  return {
    ...{ client_id: `${++keyCount}`, door: 'event:7', area: null, what, direction: 'in' },
    ...{ count: effect.counted, override: false, at: at + keyCount, clock: at, base: '/api' },
    shift: 's',
    ...{ by: 'Anna', where: 'Quiz', ...counted },
  }
}
