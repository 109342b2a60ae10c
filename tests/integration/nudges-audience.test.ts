import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TimeSlot } from '../../cms/features/members/profile/rules.ts'
import { nextSlotStarts } from '../../cms/features/nudges/timing.ts'
import { localMoment } from '../../cms/features/venue/hours/opening-hours.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { nudgesAt, nudgesOf, stateOf, turnOn, unrestrictedSettings } from '../support/nudges.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let service: PushService
let staff: Awaited<ReturnType<typeof makeStaff>>
let nudges: ReturnType<typeof nudgesOf>
let membership: ReturnType<typeof membershipOf>

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0', PUSH_LOCAL_SERVICES: service.origin })
  staff = await makeStaff(server)
  nudges = nudgesOf(server, staff)
  membership = membershipOf(server, url)
})
beforeEach(async () => {
  service.forget()
  await onDatabase(url, (query) => query('truncate push_devices, nudge_deliveries, nudges cascade'))
})
afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

const beer = 'Beer & Brewing Events'
const films = 'Film & Cinema'

/** A browser that gets nudges, with its settings. */
async function deviceWith(
  settings: Partial<Record<keyof typeof unrestrictedSettings, unknown>> = {},
) {
  const visitor = visitorOf(server)
  const device = await turnOn(visitor, service)
  const reply = await visitor.call('/api/push/settings', { ...unrestrictedSettings, ...settings })
  expect(reply.status, reply.text).toBe(200)
  return { ...device, visitor }
}

/** A member with a device and this profile. */
async function memberWith(email: string, profile: object) {
  const { visitor, user } = await membership.signIn(email)
  const saved = await visitor.call('/api/member/profile', profile)
  expect(saved.status, saved.text).toBe(200)
  return { ...(await turnOn(visitor, service)), visitor, id: user.id }
}

const setTopics = async (...names: string[]) => {
  await setVenue({ topics: names.map((name) => ({ name })) })
  // The server learns of the change a moment later.
  await waitUntil(
    () => stateOf(visitorOf(server)),
    ({ own_topics }) => own_topics.join() === names.join(),
  )
}
const setVenue = async (facts: object) => {
  const reply = await server.send(
    '/api/globals/venue',
    jsonRequest('POST', { product_name: 'The Venue', ...facts }, staff.admin),
  )
  expect(reply.status, reply.text).toBe(200)
}

const receivedCounts = (...devices: { endpoint: string }[]) =>
  devices.map((device) => nudgesAt(service, device as Parameters<typeof nudgesAt>[1]).length)

describe('a nudge', () => {
  test('goes to devices with its topic or with all topics; the form counts exactly these devices', async () => {
    const matching = await deviceWith({ topics: [beer] })
    const mismatched = await deviceWith({ topics: [films] })
    const all = await deviceWith()
    const audience = { audience: 'chosen', interests: [beer] } as const
    expect((await nudges.count({ ...audience, interests: [beer] })).json()).toEqual({
      devices: 2,
      people: 2,
      capped: 0,
      quiet: 0,
      too_quiet: 0,
    })
    await nudges.sendAll(audience)
    expect(receivedCounts(matching, mismatched, all)).toEqual([1, 0, 1])
  })

  test('about one of the venue’s own topics goes to people who chose it on a device or for letters', async () => {
    await setTopics('Brewery releases', 'Quiz')
    const matching = await deviceWith({ topics: ['Quiz'] })
    const mismatched = await deviceWith({ topics: [beer] })
    const newsletter = newsletterOf(server, url)
    const address = 'letters@venue.example'
    await newsletter.join(signUpRequest(address))
    const reader = await memberWith(address, {})
    const save = (topics: string[]) => reader.visitor.call('/api/push/email-topics', { topics })
    expect((await save(['Quiz'])).status).toBe(200)
    const other = await memberWith('films@venue.example', { interests: [films] })
    await nudges.sendAll({ audience: 'chosen', own_topics: ['Quiz'] })
    expect(receivedCounts(matching, mismatched, reader, other)).toEqual([1, 0, 1, 0])
    expect((await stateOf(matching.visitor)).messages[0]?.why).toContain('interested in Quiz')
  })

  test('ignores topics that the venue no longer has', async () => {
    await setTopics('Old topic')
    const gone = await deviceWith({ topics: ['Old topic'] })
    const both = await deviceWith({ topics: ['Old topic', films] })
    const newsletter = newsletterOf(server, url)
    await newsletter.join(signUpRequest('old@venue.example'))
    const reader = await memberWith('old@venue.example', { interests: [] })
    const save = { topics: ['Old topic'] }
    expect((await reader.visitor.call('/api/push/email-topics', save)).status).toBe(200)
    await setTopics('New topic')
    expect((await stateOf(gone.visitor)).device?.topics).toBeNull()
    expect((await stateOf(both.visitor)).device?.topics).toEqual([films])
    await nudges.sendAll({ audience: 'chosen', interests: [beer] })
    expect(receivedCounts(gone, both, reader)).toEqual([1, 0, 1])
  })

  test('about a topic that the venue no longer has is refused', async () => {
    await setTopics('Quiz')
    const nudge = await nudges.write({ audience: 'chosen', own_topics: ['Quiz'] })
    await setTopics('Trivia')
    expect((await nudges.send(nudge)).status).toBe(400)
    expect((await nudges.create({ audience: 'chosen', own_topics: ['Quiz'] })).status).toBe(400)
  })

  test('goes to people who like Saison and come in the evening, and to nobody else', async () => {
    const saison = { beer_styles: ['Saison'] }
    const both = await memberWith('both@venue.example', { ...saison, time_slots: ['Evening'] })
    const onlyBeer = await memberWith('beer@venue.example', saison)
    const morning = await memberWith('am@venue.example', { ...saison, time_slots: ['Morning'] })
    const stranger = await deviceWith({ time_slots: ['Evening'] })
    await nudges.sendAll({
      audience: 'chosen',
      beer_styles: ['Saison', 'Stout'],
      time_slots: ['Evening'],
    })
    expect(receivedCounts(both, onlyBeer, morning, stranger)).toEqual([1, 0, 0, 0])
    const { messages } = await stateOf(both.visitor)
    expect(messages[0]?.why).toMatch(/evening.*You like Saison/)
  })

  test('goes to members with a favourite room', async () => {
    const cafe = await memberWith('cafe@venue.example', { favourite_areas: ['Cafe'] })
    const hall = await memberWith('hall@venue.example', { favourite_areas: ['Beer Hall'] })
    await nudges.sendAll({ audience: 'chosen', areas: ['Cafe', 'Kitchens'] })
    expect(receivedCounts(cafe, hall)).toEqual([1, 0])
  })

  test('goes to one member, on all of their devices', async () => {
    const one = await memberWith('one@venue.example', {})
    const { visitor: laptop } = await membership.signIn('one@venue.example')
    const second = await turnOn(laptop, service)
    const other = await memberWith('other@venue.example', {})
    const audience = { audience: 'person', person: one.id } as const
    expect((await nudges.count(audience)).json()).toMatchObject({ devices: 2, people: 1 })
    await nudges.sendAll(audience)
    expect(receivedCounts(one, second, other)).toEqual([1, 1, 0])
    expect((await stateOf(laptop)).messages).toMatchObject([
      { kind: 'nudge', why: 'It went to you alone.' },
    ])
  })

  test.each([
    [{ audience: 'person' }, ['link', 'person', 'text']],
    [{ audience: 'chosen' }, ['interests', 'link', 'text']],
  ])(
    'with several mistakes is refused, and the reply names all of them: %j',
    async (audience, paths) => {
      const body = { text: 'x'.repeat(141), link: 'beer', ...audience }
      const reply = await server.send('/api/nudges', jsonRequest('POST', body, staff.publisher))
      const { errors } = reply.json<{ errors: { data: { errors: { path: string }[] } }[] }>()
      expect(errors[0]?.data.errors.map(({ path }) => path).sort()).toEqual(paths)
    },
  )

  test.each([
    { audience: 'chosen' },
    { audience: 'chosen', own_topics: ['No such topic'] },
    { audience: 'chosen', own_topics: { name: 'Quiz' } },
    { audience: 'chosen', own_topics: 'Quiz' },
    { audience: 'chosen', areas: ['Garage'] },
    { audience: 'chosen', time_slots: ['Noon'] },
    { audience: 'person' },
    { audience: 'person', person: 2_000_000_000 },
    { audience: 'interests', interests: [beer] },
  ])('for %j is refused', async (audience) => {
    const body = { text: 'Hello', link: '/beer', ...audience }
    const reply = await server.send('/api/nudges', jsonRequest('POST', body, staff.publisher))
    expect(reply.status).toBe(400)
  })

  test('for a member who was suspended meanwhile is refused', async () => {
    const { id } = await memberWith('banned@venue.example', {})
    const nudge = await nudges.write({ audience: 'person', person: id })
    await membership.query('update members set suspended_at = now() where id = $1', [id])
    expect((await nudges.send(nudge)).status).toBe(400)
  })

  test('shows its picture, which cannot be deleted before the nudge is sent', async () => {
    const bytes = await photograph()
    const picture = { name: 'saison.jpg', type: 'image/jpeg', bytes }
    const uploaded = await server.send('/api/media', await uploadRequest(staff.publisher, picture))
    const icon = uploaded.json<{ doc: { id: number } }>().doc.id
    const nudge = await nudges.write({ icon })
    const removal = () =>
      server.send(`/api/media/${icon}`, jsonRequest('DELETE', undefined, staff.admin))
    expect((await removal()).status).toBe(409)
    const device = await deviceWith()
    expect((await nudges.send(nudge)).status).toBe(200)
    await waitUntil(
      () => nudges.progress(nudge),
      ({ state }) => state === 'sent',
    )
    const [push] = service.received(device.endpoint)
    const shown = new URL(JSON.parse(push?.payload ?? '{}').notification.icon)
    expect(shown.pathname).toMatch(/^\/media\/.+\.webp$/)
    expect((await server.get(shown.pathname)).status).toBe(200)
    expect((await removal()).status).toBe(200)
  })
})

describe('a nudge in each person’s time slot', () => {
  // A zone in which it is two in the afternoon, so that no slot begins or ends during the test.
  const offset = new Date().getUTCHours() - 14
  const timeZone = `Etc/GMT${offset < 0 ? '' : '+'}${offset}`
  const current: TimeSlot = 'Afternoon'
  const later: TimeSlot = 'Late Night'
  beforeAll(() => setVenue({ time_zone: timeZone }))

  const setDue = (device: number, expires: string) =>
    onDatabase(url, (query) =>
      query(
        `update nudge_deliveries set due_at = now(), expires_at = now() + $2::interval
          where device = $1`,
        [device, expires],
      ),
    )

  test('goes at once to people whose slot is now or who chose none, and to the others when their slot begins', async () => {
    const inCurrentSlot = await deviceWith({ time_slots: [current] })
    const withoutSlots = await deviceWith()
    const laterInProfile = await memberWith('later@venue.example', { time_slots: [later] })
    const laterOnDevice = await deviceWith({ time_slots: [later] })
    const nudge = await nudges.write()
    const reply = await nudges.send(nudge, { inSlot: true })
    expect(reply.json()).toMatchObject({ devices: 4, people: 4, inSlot: true })
    await waitUntil(
      () => nudges.progress(nudge),
      ({ accepted }) => accepted === 2,
    )
    expect(receivedCounts(inCurrentSlot, withoutSlots, laterInProfile, laterOnDevice)).toEqual([
      1, 1, 0, 0,
    ])
    expect(await nudges.progress(nudge)).toMatchObject({ state: 'sending', queued: 2 })
    const waiting = await onDatabase(url, (query) =>
      query<{ isInADay: boolean; isValid: boolean }>(
        `select due_at between now() and now() + interval '25 hours' as "isInADay",
                expires_at = due_at + interval '1 hour' as "isValid"
           from nudge_deliveries where state = 'queued'`,
      ),
    )
    expect(waiting).toEqual(Array(2).fill({ isInADay: true, isValid: true }))
    // The slot in the profile begins. For the other device the nudge expires, as if no server had run during the slot.
    await setDue(laterInProfile.device, '1 hour')
    await setDue(laterOnDevice.device, '0')
    expect(
      await waitUntil(
        () => nudges.progress(nudge),
        ({ accepted, expired }) => accepted + expired === 4,
      ),
    ).toMatchObject({ state: 'sending', accepted: 3, expired: 1 })
    expect(receivedCounts(laterInProfile, laterOnDevice)).toEqual([1, 0])
  })

  test('counts for the caps on the day on which it is delivered', async () => {
    const late = await deviceWith({ time_slots: [later] })
    const nudge = await nudges.write()
    await nudges.send(nudge, { inSlot: true })
    await setDue(late.device, '1 hour')
    await waitUntil(
      () => nudges.progress(nudge),
      ({ accepted }) => accepted === 1,
    )
    await onDatabase(url, (query) =>
      query(`update nudge_deliveries set queued_at = queued_at - interval '24 hours'`),
    )
    await nudges.sendAll()
    expect(await nudges.sendAll()).toMatchObject({ accepted: 0, skipped: 1 })
  })

  test('waits for the next slot that begins outside the quiet hours', async () => {
    const minuteOf = () => localMoment(new Date(), timeZone).minutes
    const quiet = { quiet_from: (minuteOf() + 1439) % 1440, quiet_to: (minuteOf() + 90) % 1440 }
    const withOneSlot = await deviceWith({ time_slots: [current], ...quiet })
    const withTwoSlots = await deviceWith({ time_slots: [current, later], ...quiet })
    const audience = { audience: 'everyone', ttl_minutes: 60 } as const
    expect((await nudges.count(audience)).json()).toMatchObject({ devices: 0, too_quiet: 2 })
    expect((await nudges.count({ ...audience, in_slot: true })).json()).toMatchObject({
      devices: 2,
      quiet: 0,
      too_quiet: 0,
    })
    const nudge = await nudges.write()
    expect((await nudges.send(nudge, { inSlot: true })).json()).toMatchObject({ devices: 2 })
    const starts = nextSlotStarts(new Date(), timeZone)
    const due = await onDatabase(url, (query) =>
      query<{ due_at: Date }>('select due_at from nudge_deliveries order by device'),
    )
    expect(withOneSlot.device).toBeLessThan(withTwoSlots.device)
    expect(due.map(({ due_at }) => due_at)).toEqual([starts[current], starts[later]])
  })

  test('cannot also be scheduled for a time, and can be cancelled while it waits', async () => {
    await deviceWith({ time_slots: [later] })
    const nudge = await nudges.write()
    const both = { seen: nudge.updatedAt, in_slot: true, at: '2099-01-01T12:00' }
    expect((await nudges.act('send', nudge, both)).status).toBe(400)
    expect((await nudges.send(nudge, { inSlot: true })).status).toBe(200)
    expect((await nudges.act('cancel', nudge)).json()).toMatchObject({
      state: 'cancelled',
      skipped: 0,
      cancelled: 1,
    })
  })
})
