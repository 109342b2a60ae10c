import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveNudge } from '../../cms/features/nudges/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type EventStream, openEventStream } from '../support/event-stream.ts'
import { membershipOf } from '../support/membership.ts'
import { nudgesOf } from '../support/nudges.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'

let url: string
let server: Server
let second: Server
let nudges: ReturnType<typeof nudgesOf>
let membership: ReturnType<typeof membershipOf>
const streams: EventStream[] = []

beforeAll(async () => {
  url = await makeDatabase('empty')
  const settings = { DATABASE_URL: url, DEMO: '0' }
  ;[server, second] = await Promise.all([startServer(settings), startServer(settings)])
  nudges = nudgesOf(server, await makeStaff(server))
  membership = membershipOf(server, url)
})
beforeEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await onDatabase(url, (query) => query('truncate push_devices, nudge_deliveries, nudges cascade'))
})
afterAll(async () => {
  for (const stream of streams) stream.close()
  await Promise.all([server?.stop(), second?.stop()])
})

async function openWindow({ to = server, visitor }: { to?: Server; visitor?: Visitor } = {}) {
  const cookie = [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = await openEventStream(to.port, '/api/nudge/live', cookie ? { cookie } : {})
  streams.push(stream)
  expect(stream.status).toBe(200)
  await stream.waitFor('retry: ')
  return stream
}

describe('an open window', () => {
  test('gets a nudge at once, in every process', async () => {
    const windows = [await openWindow(), await openWindow({ to: second })]
    const { id } = await nudges.sendAll({ text: 'First ten', link: '/beer' })
    for (const window of windows) {
      await window.waitFor('First ten')
      expect(window.events<LiveNudge>()).toMatchObject([
        { id: String(id), url: '/beer', text: 'First ten' },
      ])
    }
  })

  test('gets the nudges of the last ten minutes', async () => {
    await nudges.sendAll({ text: 'First' })
    await nudges.sendAll({ text: 'Second' })
    const window = await openWindow()
    await window.waitFor('Second')
    expect(window.events<LiveNudge>().map(({ text }) => text)).toEqual(['First', 'Second'])
    await onDatabase(url, (query) =>
      query(`update nudges set sent_at = now() - interval '11 minutes' where text = 'First'`),
    )
    const late = await openWindow()
    await late.waitFor('Second')
    expect(late.events()).toHaveLength(1)
  })

  test('of a stranger gets no nudges for members', async () => {
    const stranger = await openWindow()
    const { visitor } = await membership.signIn('ada@venue.example')
    const member = await openWindow({ visitor })
    await nudges.sendAll({ text: 'For members', audience: 'members' })
    await nudges.sendAll({ text: 'For everyone' })
    await member.waitFor('For everyone')
    await stranger.waitFor('For everyone')
    expect(member.text()).toContain('For members')
    expect(stranger.text()).not.toContain('For members')
  })

  test('of a member gets nudges on the interests in the profile', async () => {
    const { visitor } = await membership.signIn('bob@venue.example')
    await visitor.call('/api/member/profile', { interests: ['Film & Cinema'] })
    const window = await openWindow({ visitor })
    const about = (interest: string) =>
      nudges.sendAll({ text: interest, audience: 'chosen', interests: [interest] })
    await about('Beer & Brewing Events')
    await about('Film & Cinema')
    await window.waitFor('Film & Cinema')
    expect(window.events()).toHaveLength(1)
  })
})

test('before a process stops, it closes the connections of open windows', async () => {
  const third = await startServer({ DATABASE_URL: url, DEMO: '0' })
  const window = await openWindow({ to: third })
  const ends: string[] = []
  const stopped = third.stop().then((code) => ends.push(`process ${code}`))
  await window.ended.then(() => ends.push('window'))
  await stopped
  expect(ends).toEqual(['window', 'process 0'])
})
