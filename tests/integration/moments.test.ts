import { randomUUID } from 'node:crypto'
import http from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seenOf } from '../../cms/features/moments/seen.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { sendMoment } from '../support/moments.ts'
import {
  animatedPictures,
  blankPng,
  photograph,
  unusablePictures,
  withThumbnail,
} from '../support/pictures.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let staff: Record<Role, string>
let membership: ReturnType<typeof membershipOf>

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
  membership = membershipOf(server, url)
})
afterAll(() => server?.stop())
beforeEach(() => query(`delete from limits where key like 'moments%'`))

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

type Member = { visitor: Visitor; id: number }
let serial = 0
const newMember = async (): Promise<Member> => {
  const { visitor, user } = await membership.signIn(`moments${++serial}@venue.example`)
  return { visitor, id: user.id }
}
/** A member whose moments are shown at once. */
const trusted = async (): Promise<Member> => {
  const member = await newMember()
  await query(
    `insert into moments (member, key, state, caption, alt, area, audience, month, decided_at)
     select $1, 'trusted-' || n, 'shown', '', '', 'Kitchens', 'members', '2020-01', now() from generate_series(1, 3) as n`,
    [member.id],
  )
  return member
}
type Row = {
  id: number
  state: string
  reason: string | null
  problem: string | null
  width: number
  height: number
  widths: number[]
  audience: string
  is_kept: boolean
  is_chosen: boolean
}
const rowOf = async (id: number) => {
  const [row] = await query<Row>('select * from moments where id = $1', [id])
  return row
}
const ready = (id: number) =>
  waitUntil(
    () => rowOf(id),
    (row) => row !== undefined && row.state !== 'encoding',
    60_000,
  ) as Promise<Row>
const idsOf = (reply: Reply) => {
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return reply.json<{ moments: number[] }>().moments
}
/** A picture that looks like no other. */
let seeds = 0
const scene = async (seed = ++seeds, size = 900) => {
  const cell = (index: number) => {
    const tone = (((index + 1) * 2654435761 * (seed + 7)) >>> 8) % 256
    return `<rect x="${(index % 6) * 150}" y="${Math.floor(index / 6) * 150}" width="150" height="150" fill="rgb(${tone},${tone},${255 - tone})"/>`
  }
  const cells = Array.from({ length: 30 }, (_, index) => cell(index)).join('')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="750">${cells}</svg>`),
  )
    .resize(size)
    .jpeg()
    .toBuffer()
}
/** A moment of a member that is ready. */
const share = async ({ visitor }: Member, fields: Record<string, string> = {}, bytes?: Buffer) => {
  const [id = 0] = idsOf(await sendMoment(visitor, { bytes: bytes ?? (await scene()), fields }))
  return ready(id)
}
const file = (way: string, { id, widths }: Row, format = 'avif') =>
  `/api/moments/${way}/${id}/${widths[0]}-${format}`
/** What staff would see of a moment now. */
const seenNow = async (moment: number): Promise<string> => {
  const [row] = await query<Parameters<typeof seenOf>[0] & { reports: number }>(
    `select state, reason, audience, caption, alt, area, event, is_kept as "isKept", is_chosen as "isChosen",
            (select count(*)::int from moment_reports where moment = m.id and decided_at is null) as reports
       from moments as m where id = $1`,
    [moment],
  )
  return row ? seenOf(row, row.reports) : ''
}
const decide = async (moment: number, state: string, seen?: string) =>
  server.send(
    '/api/moments/decide',
    jsonRequest('POST', { moment, state, seen: seen ?? (await seenNow(moment)) }, staff.publisher),
  )
const choose = async (moment: number, chosen = true, seen?: string) =>
  server.send(
    '/api/moments/choose',
    jsonRequest('POST', { moment, chosen, seen: seen ?? (await seenNow(moment)) }, staff.publisher),
  )
const edit = ({ visitor }: Member, moment: number, fields: object = {}) =>
  visitor.call('/api/moments/edit', {
    ...{ moment, area: 'Cafe', audience: 'members', caption: '', alt: '', ...fields },
  })
const wall = async ({ visitor }: Member, search = '') =>
  (await visitor.get(`/common-room/member/moments${search}`)).text
const tilesOf = (page: string) =>
  [...page.matchAll(/data-open-moment="(\d+)"/g)].map(([, id]) => Number(id))
const outcome = ({ status, text }: Reply) =>
  status < 400 ? status : (JSON.parse(text) as { error: string }).error

test('more than fits into one form, sent without scripts, leads back to the page that says so', async () => {
  const { visitor } = await newMember()
  const send = (accept: string) =>
    visitor.call('/api/moments/upload', undefined, {
      headers: { 'content-type': 'multipart/form-data; boundary=x', accept },
      body: Buffer.alloc(13 * 1024 * 1024),
    })
  const { status, headers } = await send('text/html,*/*')
  expect([status, headers.location]).toEqual([303, '/common-room/member/moments?problem=too_large'])
  expect((await send('*/*')).status).toBe(413)
})

describe('an upload', () => {
  test('is re-encoded in three widths and two formats without metadata, and not kept', async () => {
    const member = await trusted()
    const bytes = await sharp(await photograph(2600, 1300))
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const row = await share(member, {}, bytes)
    expect(row).toMatchObject({ state: 'shown', width: 1300, height: 2600, widths: [480, 1200] })
    expect(await membership.count('moment_originals')).toBe(0)
    const files = await query<{ bytes: Buffer; width: number; format: string }>(
      'select * from moment_files where moment = $1',
      [row.id],
    )
    expect(files).toHaveLength(4)
    for (const each of files) {
      const metadata = await sharp(each.bytes).metadata()
      expect(metadata.width).toBe(each.width)
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual(
        Array(4).fill(undefined),
      )
      expect(each.bytes.includes('Somebody')).toBe(false)
    }
    const [wide] = await query<{ widths: number[] }>('select widths from moments where id = $1', [
      (await share(member, {}, await photograph(2600, 900, 9))).id,
    ])
    expect(wide?.widths).toEqual([480, 1200, 2400])
  })

  test('that is sent again, even at the same time, is stored once', async () => {
    const member = await trusted()
    const [bytes, key] = [await scene(), randomUUID()]
    const send = () => sendMoment(member.visitor.copy(), { bytes, key })
    const replies = await Promise.all([send(), send(), send()])
    const ids = new Set([...replies, await send()].flatMap(idsOf))
    expect(ids.size).toBe(1)
  })

  test('that failed is replaced by the next one with its key', async () => {
    const member = await trusted()
    const key = randomUUID()
    const jpeg = await scene()
    const half = jpeg.subarray(0, Math.round(jpeg.length / 2))
    const [id = 0] = idsOf(await sendMoment(member.visitor, { bytes: half, key }))
    expect(await ready(id)).toMatchObject({ state: 'failed', problem: /missing/ })
    expect(await membership.count('moment_originals')).toBe(0)
    expect(await wall(member)).toContain('Send the original file')
    expect(idsOf(await sendMoment(member.visitor, { bytes: jpeg, key }))).toEqual([id])
    expect(await ready(id)).toMatchObject({ state: 'shown', problem: null })
  })

  test('needs a session, an agreement and a known place', async () => {
    const bytes = await scene()
    const stranger = await sendMoment(visitorOf(server), { bytes })
    expect(outcome(stranger)).toBe('signed_out')
    const { visitor } = await newMember()
    const send = async (fields: Record<string, string>) =>
      outcome(await sendMoment(visitor, { bytes, fields }))
    expect(await send({ agreed: '' })).toBe('agree')
    expect(await send({ area: 'Cellar' })).toBe('bad_request')
    expect(await send({ event: '999999' })).toBe('no_event')
    expect(await send({ caption: 'x'.repeat(281) })).toBe('bad_request')
    expect(await send({ caption: 'x'.repeat(280) })).toBe(201)
  })

  test('has a proposed alternative text if its author writes none', async () => {
    const member = await trusted()
    const { id } = await share(member, { area: 'Beer Hall' })
    const [row] = await query<{ alt: string }>('select alt from moments where id = $1', [id])
    expect(row?.alt).toBe('A moment in the Beer Hall')
  })

  test('of a form without scripts leads back to the page', async () => {
    const { visitor } = await newMember()
    const sent = await sendMoment(visitor, { bytes: await scene(), isForm: true })
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      '/common-room/member/moments?done=sent',
    ])
    const refused = await sendMoment(visitor, {
      bytes: Buffer.from('no picture'),
      isForm: true,
    })
    expect(refused.headers.location).toBe('/common-room/member/moments?problem=broken')
  })

  test('of several files without scripts, of which one is refused, is not doubled by the next try', async () => {
    const member = await newMember()
    const files = [await scene(), await scene()] as const
    const send = (last: Buffer) =>
      sendMoment(member.visitor, { bytes: files[0], more: [files[1], last], isForm: true })
    expect((await send(Buffer.from('no picture'))).headers.location).toContain('problem=broken')
    expect((await send(await scene())).headers.location).toContain('done=sent')
    expect(await membership.count('moments', 'member = $1', [member.id])).toBe(3)
  })

  test('larger than 12 MB is refused, also of a stranger', async () => {
    const { visitor } = await newMember()
    const bytes = Buffer.alloc(13 * 1024 * 1024)
    expect((await sendMoment(visitor, { bytes })).status).toBe(413)
    const stranger = await sendMoment(visitorOf(server), { bytes: Buffer.alloc(100_000) })
    expect(stranger.status).toBe(413)
  })

  test.each([
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['an HTML page', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['nothing', async () => Buffer.alloc(0)],
    [
      '100 megapixels',
      () =>
        sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'red' } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
    ],
    // 400 megapixels in 50 KB.
    ['a decompression bomb', async () => blankPng(20_000, 20_000)],
    ['a TIFF', unusablePictures['a TIFF']?.[0] ?? (async () => Buffer.alloc(0))],
  ])('of %s is refused with a reason', async (_, make) => {
    const { visitor } = await newMember()
    const reply = await sendMoment(visitor, { bytes: await make() })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({
      error: expect.stringMatching(/^(broken|no_file)$/),
      message: expect.stringMatching(/\w/),
    })
  })

  test('of a small file that inflates to far more than its picture is re-encoded as the picture, or fails', async () => {
    const member = await trusted()
    const bytes = blankPng(400, 300, 4_000_000)
    expect(bytes.length).toBeLessThan(300_000)
    const [id = 0] = idsOf(await sendMoment(member.visitor, { bytes }))
    expect((await ready(id)).state).toMatch(/^(shown|failed)$/)
    expect((await share(member)).state).toBe('shown')
  })

  test('into a full disk says so, and is taken when there is room again', async () => {
    const member = await trusted()
    const [bytes, key] = [await scene(), randomUUID()]
    await query(
      `create function full_disk() returns trigger language plpgsql as
         $$begin raise exception 'No space left on device' using errcode = '53100'; end$$`,
    )
    await query(
      `create trigger full_disk before insert on moment_originals execute function full_disk()`,
    )
    const refused = await sendMoment(member.visitor, { bytes, key })
    expect([refused.status, refused.json()]).toEqual([
      503,
      { error: 'disk_full', message: expect.stringContaining('no room') },
    ])
    await query('drop function full_disk cascade')
    const [id = 0] = idsOf(await sendMoment(member.visitor, { bytes, key }))
    expect((await ready(id)).state).toBe('shown')
  })

  test('that the database could not store does not count as one that ended the process', async () => {
    const member = await trusted()
    await query(
      `create function no_files() returns trigger language plpgsql as
         $$begin perform nextval('tries'); raise exception 'gone' using errcode = '57P01'; end$$`,
    )
    await query('create sequence tries')
    await query(`select nextval('tries')`)
    await query(`create trigger no_files before insert on moment_files execute function no_files()`)
    const [id = 0] = idsOf(await sendMoment(member.visitor, { bytes: await scene() }))
    const left = () =>
      query<{ encodings: number; is_free: boolean }>(
        `select encodings, claimed_until is null as is_free from moment_originals where moment = $1`,
        [id],
      )
    // The job tries again and again. However often, the upload is never given up.
    await waitUntil(
      () => query<{ count: string }>('select last_value as count from tries'),
      ([row]) => Number(row?.count) > 1,
      60_000,
    )
    await waitUntil(left, ([row]) => row?.is_free === true && row.encodings === 0)
    await query('drop function no_files cascade')
    await query('drop sequence tries')
    await query(`select graphile_worker.add_job('moments.encode')`)
    expect((await ready(id)).state).toBe('shown')
  })

  test('of one member that arrives slowly does not keep the others from uploading', async () => {
    const [slow, other] = [await newMember(), await trusted()]
    const bytes = await scene()
    const cookie = [...slow.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const begun = Array.from({ length: 8 }, () => {
      const request = http.request(`${server.url}/api/moments/upload`, {
        method: 'POST',
        headers: {
          ...{ cookie, 'content-length': 100_000, 'x-forwarded-for': '6.7.8.9' },
          ...{ 'content-type': 'multipart/form-data; boundary=x', origin: server.url },
        },
      })
      request.on('error', () => {})
      request.write('--x\r\n')
      return request
    })
    // All of them have begun when the first one is counted.
    await waitUntil(
      () => membership.count('limits', `key like 'moments begun by ${slow.id}%'`),
      (count) => count > 0,
    )
    const startedAt = Date.now()
    idsOf(await sendMoment(other.visitor, { bytes }))
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    for (const request of begun) request.destroy()
  })

  test('with a script behind its pixels, and with a location in its thumbnail, leaves both behind', async () => {
    const member = await trusted()
    const jpeg = await scene()
    const exif = await photograph(160, 120)
    const withThumb = withThumbnail(jpeg, exif)
    expect((await sharp(withThumb).metadata()).exif?.includes('Somebody')).toBe(true)
    const polyglot = Buffer.concat([
      jpeg.subarray(0, 2),
      // A comment with another JPEG, which has a location.
      Buffer.from([0xff, 0xfe, (exif.length + 2) >> 8, (exif.length + 2) & 255]),
      exif,
      // Its metadata have a thumbnail with a location of its own.
      withThumb.subarray(2),
      Buffer.from('<script>alert(1)</script>PK\x05\x06'),
    ])
    const row = await share(member, {}, polyglot)
    const reply = await member.visitor.get(file('files', row, 'webp'))
    expect(reply.headers['content-type']).toBe('image/webp')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    for (const part of ['<script>', 'PK\x05\x06', 'Exif', 'Somebody']) {
      expect(reply.body.includes(part)).toBe(false)
    }
  })

  test('in CMYK gets the colours of screens, and an animation becomes a still', async () => {
    const member = await trusted()
    const cmyk = await sharp(await photograph(500, 400))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const row = await share(member, {}, cmyk)
    const { body } = await member.visitor.get(file('files', row, 'webp'))
    expect((await sharp(body).metadata()).space).toBe('srgb')
    const gif = (await animatedPictures['an animated GIF']?.()) ?? Buffer.alloc(0)
    const still = await share(member, {}, gif)
    const picture = await member.visitor.get(file('files', still, 'webp'))
    expect((await sharp(picture.body).metadata()).pages ?? 1).toBe(1)
  })

  test('is limited: twenty at once are taken, two hundred of one member are not', async () => {
    const member = await trusted()
    const bytes = await scene(1, 300)
    const send = () => sendMoment(member.visitor, { bytes })
    const first = await Promise.all(Array.from({ length: 20 }, send))
    expect(first.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const outcomes = new Map<string | number, number>()
    for (let batch = 0; batch < 18; batch++) {
      for (const reply of await Promise.all(Array.from({ length: 10 }, send))) {
        const name = outcome(reply)
        outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
      }
    }
    expect(outcomes.get('too_often')).toBeGreaterThan(100)
    expect(
      await membership.count('moments', `member = $1 and month > '2021'`, [member.id]),
    ).toBeLessThan(81)
    await waitUntil(
      () => membership.count('moment_originals'),
      (count) => count === 0,
      60_000,
    )
  })

  test('that nobody could re-encode within the hour is deleted', async () => {
    const member = await trusted()
    const row = await share(member)
    await query(`update moments set state = 'encoding' where id = $1`, [row.id])
    await query(
      `insert into moment_originals (moment, bytes, created_at, claimed_until)
       values ($1, 'x', now() - interval '56 minutes', now() + interval '1 hour')`,
      [row.id],
    )
    await query(`select graphile_worker.add_job('moments.encode')`)
    expect(await ready(row.id)).toMatchObject({ state: 'failed' })
    expect(await membership.count('moment_originals', 'moment = $1', [row.id])).toBe(0)
  })

  test('that ends the process again and again is given up', async () => {
    const member = await trusted()
    const row = await share(member)
    await query(`update moments set state = 'encoding' where id = $1`, [row.id])
    await query(
      `insert into moment_originals (moment, bytes, encodings, claimed_until)
       values ($1, 'x', 3, now() - interval '1 second')`,
      [row.id],
    )
    await query(`select graphile_worker.add_job('moments.encode')`)
    expect(await ready(row.id)).toMatchObject({ state: 'failed' })
  })
})

describe('who sees a moment', () => {
  test('the first three of a member wait for staff, the next ones are shown', async () => {
    const [member, reader] = [await newMember(), await newMember()]
    const first = [await share(member), await share(member), await share(member)]
    expect(first.map(({ state, reason }) => [state, reason])).toEqual(
      Array(3).fill(['waiting', 'first']),
    )
    const [one] = first
    if (!one) throw new Error()
    expect((await reader.visitor.get(file('files', one))).status).toBe(404)
    expect((await member.visitor.get(file('files', one))).status).toBe(200)
    expect(tilesOf(await wall(reader))).not.toContain(one.id)
    expect(await wall(member)).toContain('We look at your first three')
    for (const { id } of first) expect((await decide(id, 'shown')).status).toBe(200)
    expect((await share(member)).state).toBe('shown')
    expect(tilesOf(await wall(reader))).toContain(one.id)
  })

  test('members’ moments come with the session only, and no cache keeps them', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    const row = await share(member, { caption: 'Only us' })
    const seen = await reader.visitor.get(file('files', row))
    expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const stranger = visitorOf(server)
    expect(outcome(await stranger.get(file('files', row)))).toBe('signed_out')
    expect(outcome(await stranger.get(file('public', row)))).toBe('not_found')
    expect(outcome(await stranger.get(file('staff', row)))).toBe('unauthorized')
    expect((await stranger.get(`/moments/${row.id}`)).status).toBe(404)
    expect((await stranger.get(`/media/${row.id}/480.avif`)).status).toBe(404)
    const page = await stranger.get(`/common-room/member/moments?moment=${row.id}`)
    expect(page.text).not.toContain('Only us')
    const before = reader.visitor.copy()
    await reader.visitor.call('/api/auth/sign-out')
    // The back button asks with the cookies of the ended session.
    expect(outcome(await before.get(file('files', row)))).toBe('signed_out')
    const staffView = await server.get(file('staff', row), sessionHeaders(staff.publisher))
    expect([staffView.status, staffView.headers['cache-control']]).toEqual([
      200,
      'private, no-store',
    ])
    expect((await server.get(file('staff', row), sessionHeaders(staff.editor))).status).toBe(403)
  })

  test('public moments are files for five minutes with a cache tag', async () => {
    const row = await share(await trusted(), { audience: 'everybody', caption: 'For you all' })
    const seen = await server.get(file('public', row))
    expect([seen.status, seen.headers['cache-control'], seen.headers['cache-tag']]).toEqual([
      200,
      'public, max-age=300',
      'moments',
    ])
    expect((await server.get(`/moments/${row.id}`)).text).toContain('For you all')
    expect((await server.get(`/api/moments/public/${row.id}/481-avif`)).status).toBe(404)
  })

  test('a hidden moment is at no address and in no width, also for members', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    const row = await share(member, { audience: 'everybody' })
    expect((await decide(row.id, 'hidden')).status).toBe(200)
    for (const width of row.widths) {
      for (const format of ['avif', 'webp']) {
        const paths = ['files', 'public'].map(
          (way) => `/api/moments/${way}/${row.id}/${width}-${format}`,
        )
        for (const path of paths) expect((await reader.visitor.get(path)).status).toBe(404)
      }
    }
    expect(tilesOf(await wall(reader))).not.toContain(row.id)
    expect(await wall(reader, `?moment=${row.id}`)).toContain('This moment isn’t here')
    expect((await server.get(`/moments/${row.id}`)).status).toBe(404)
    expect(await wall(member)).toContain('Staff took it off the wall')
  })

  test('a picture that was fetched before is not confirmed to a cache after it was hidden', async () => {
    const row = await share(await trusted(), { audience: 'everybody', area: 'Beer Hall' })
    await choose(row.id)
    const path = file('public', row)
    const first = await server.get(path)
    await server.get('/beer')
    await decide(row.id, 'hidden')
    const etag = String(first.headers.etag ?? '"any"')
    const again = await server.get(path, { 'if-none-match': etag, 'cache-control': 'no-cache' })
    expect(again.status).toBe(404)
    expect((await server.get(`/moments/${row.id}`)).status).toBe(404)
    await waitUntil(
      () => server.get('/beer'),
      ({ text }) => !text.includes(`/moments/${row.id}`),
    )
  })

  test('an event that is secret is named to nobody, and stays with the moment', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    const [date] = await query<{ id: number; title: string }>(
      // A date to come is not among those that the form proposes.
      `select id, title from event_dates where status = 'published' and visibility <> 'secret' order by starts_at desc limit 1`,
    )
    const row = await share(member, { event: String(date?.id) })
    const title = 'Behind the curtain'
    await query('update event_dates set title = $2 where id = $1', [date?.id, title])
    const open = (viewer: Member) => wall(viewer, `?moment=${row.id}`)
    expect(await wall(reader)).toContain(title)
    expect(await open(reader)).toContain(title)
    // Of events whose moments are all hidden, the wall says nothing either.
    await decide(row.id, 'hidden')
    expect(await wall(reader)).not.toContain(title)
    await decide(row.id, 'shown')
    await query(`update event_dates set visibility = 'secret' where id = $1`, [date?.id])
    expect(await wall(reader)).not.toContain(title)
    expect(await open(reader)).not.toContain(title)
    expect((await edit(member, row.id, { event: date?.id, caption: 'Hm' })).status).toBe(200)
    const [stored] = await query('select event, alt, caption from moments where id = $1', [row.id])
    expect(stored).toEqual({ event: date?.id, alt: 'A moment in the Cafe', caption: 'Hm' })
    const other = await share(member)
    expect(outcome(await edit(member, other.id, { event: date?.id }))).toBe('no_event')
    await query(`update event_dates set visibility = 'public', title = $2 where id = $1`, [
      ...[date?.id, date?.title],
    ])
  })

  test('widens to everybody only if the people in it agree', async () => {
    const member = await trusted()
    const { id } = await share(member)
    expect(outcome(await edit(member, id, { audience: 'everybody' }))).toBe('agree')
    expect((await rowOf(id))?.audience).toBe('members')
    expect(outcome(await edit(member, id, { audience: 'everybody', agreed: true }))).toBe(200)
    expect(outcome(await edit(member, id, { audience: 'everybody', caption: 'Hi' }))).toBe(200)
  })

  test('somebody else changes, removes and downloads nothing', async () => {
    const [member, other] = [await trusted(), await newMember()]
    const row = await share(member, { caption: 'Mine' })
    const theirs = { audience: 'everybody', agreed: true, caption: 'Theirs' }
    expect(outcome(await edit(other, row.id, theirs))).toBe('not_own')
    expect(outcome(await other.visitor.call('/api/moments/remove', { moment: row.id }))).toBe(
      'not_own',
    )
    expect((await other.visitor.get(`/api/moments/download/${row.id}`)).status).toBe(404)
    expect(await rowOf(row.id)).toMatchObject({ audience: 'members', state: 'shown' })
  })
})

describe('the wall', () => {
  test('is newest first, by area, event and month, page by page', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    await query(
      `insert into moments (member, key, state, caption, alt, area, audience, month, width, height, widths)
       select $1, 'wall-' || n, 'shown', '', '', 'Common Room', 'members', '2021-03', 4, 3, '{480}'
         from generate_series(1, 30) as n`,
      [member.id],
    )
    const search = '?area=Common+Room&month=2021-03'
    const first = tilesOf(await wall(reader, search))
    expect(first).toHaveLength(24)
    expect(first).toEqual(first.toSorted((one, other) => other - one))
    const rest = tilesOf(await wall(reader, `${search}&before=${first.at(-1)}`))
    expect(rest).toHaveLength(6)
    expect(tilesOf(await wall(reader, '?area=Cafe&month=2021-03'))).toEqual([])
    const [date] = await query<{ id: number; event: number }>(
      `select id, event from event_dates where status <> 'draft' and visibility <> 'secret' limit 1`,
    )
    await query('update moments set event = $1, series = $2 where id = $3', [
      date?.id,
      date?.event,
      first[0],
    ])
    expect(tilesOf(await wall(reader, `?event=${date?.id}&month=2021-03`))).toEqual([first[0]])
    await query(`delete from moments where month = '2021-03'`)
  })

  test('a reaction counts once for each member, and is taken back', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    const { id } = await share(member)
    const react = (on: boolean) =>
      reader.visitor.call('/api/moments/react', { moment: id, kind: 'cheers', on })
    await Promise.all([react(true), react(true)])
    expect(await membership.count('moment_reactions', 'moment = $1', [id])).toBe(1)
    await react(false)
    expect(await membership.count('moment_reactions', 'moment = $1', [id])).toBe(0)
    const unknown = await reader.visitor.call('/api/moments/react', {
      moment: id,
      kind: 'hate',
      on: true,
    })
    expect(unknown.status).toBe(400)
  })

  test('the author edits, downloads and removes their moment; removing it twice is fine', async () => {
    const member = await trusted()
    const { id } = await share(member, { audience: 'everybody' })
    await choose(id)
    const words = { area: 'Kitchens', audience: 'everybody', caption: 'New', alt: 'A pan' }
    expect((await edit(member, id, words)).status).toBe(200)
    // Staff chose it with its former words.
    expect(await rowOf(id)).toMatchObject({
      is_chosen: false,
      area: 'Kitchens',
      caption: 'New',
      alt: 'A pan',
    })
    const saved = await member.visitor.get(`/api/moments/download/${id}`)
    expect(saved.headers['content-disposition']).toContain('attachment')
    expect((await sharp(saved.body).metadata()).format).toBe('webp')
    const remove = () => member.visitor.call('/api/moments/remove', { moment: id })
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
    expect(await membership.count('moment_files', 'moment = $1', [id])).toBe(0)
  })
})

describe('taking down', () => {
  const takeDown = (visitor: Visitor, moment: number) =>
    visitor.call('/api/moments/take-down', { moment })

  test('hides at once for everybody and tells staff; what staff restored can only be reported', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    const row = await share(member, { audience: 'everybody' })
    expect((await choose(row.id)).status).toBe(200)
    const visitor = visitorOf(server)
    expect((await takeDown(visitor, row.id)).status).toBe(200)
    expect((await takeDown(visitor, row.id)).status).toBe(200)
    expect(await rowOf(row.id)).toMatchObject({
      state: 'hidden',
      reason: 'taken_down',
      is_chosen: false,
    })
    expect((await server.get(file('public', row))).status).toBe(404)
    expect((await reader.visitor.get(file('files', row))).status).toBe(404)
    const list = await server.get('/cms/moments', sessionHeaders(staff.publisher))
    expect(list.text).toContain('this is me, take it down')
    await decide(row.id, 'shown')
    expect(await rowOf(row.id)).toMatchObject({ state: 'shown', is_kept: true })
    expect(outcome(await takeDown(reader.visitor, row.id))).toBe('kept')
    const reported = await reader.visitor.call('/api/moments/report', {
      moment: row.id,
      text: 'Not me',
    })
    expect(reported.status).toBe(200)
    expect(await rowOf(row.id)).toMatchObject({ state: 'shown' })
    expect(
      await membership.count('moment_reports', 'moment = $1 and decided_at is null', [row.id]),
    ).toBe(1)
  })

  test('is not undone by staff who did not see it, nor are words approved that they did not read', async () => {
    const [member, reader] = [await trusted(), await newMember()]
    const row = await share(member, { audience: 'everybody' })
    await reader.visitor.call('/api/moments/report', { moment: row.id, text: 'Rude' })
    const seen = await seenNow(row.id)
    await takeDown(visitorOf(server), row.id)
    expect(outcome(await decide(row.id, 'shown', seen))).toBe('stale')
    expect(await rowOf(row.id)).toMatchObject({ state: 'hidden', is_kept: false })
    await decide(row.id, 'shown')
    const before = await seenNow(row.id)
    await edit(member, row.id, { audience: 'everybody', caption: 'Ruder' })
    expect(outcome(await choose(row.id, true, before))).toBe('stale')
    expect(outcome(await decide(row.id, 'shown', before))).toBe('stale')
    expect(outcome(await choose(row.id))).toBe(200)
    // The admin shows the moments with what its buttons send.
    const list = await server.get('/cms/moments?show=public', sessionHeaders(staff.publisher))
    expect(list.text.includes(await seenNow(row.id))).toBe(true)
  })

  test('a visitor takes down what they can see, five a day; a sixth request changes nothing', async () => {
    const member = await trusted()
    const visitor = visitorOf(server)
    const secret = await share(member)
    expect(outcome(await takeDown(visitor, secret.id))).toBe('not_found')
    const moments: Row[] = []
    for (let count = 0; count < 5; count++)
      moments.push(await share(member, { audience: 'everybody' }))
    const outcomes: (string | number)[] = []
    for (const { id } of moments) outcomes.push(outcome(await takeDown(visitor, id)))
    expect(outcomes).toEqual([200, 200, 200, 200, 'too_often'])
    expect(await rowOf(moments[4]?.id ?? 0)).toMatchObject({ state: 'shown' })
  })

  test('a cropped copy of a removed picture waits for staff, and is not refused', async () => {
    const [member, other] = [await trusted(), await trusted()]
    // Of other tests.
    await query('delete from moment_removed')
    const bytes = await scene(77)
    const row = await share(member, {}, bytes)
    await takeDown(other.visitor, row.id)
    const cropped = await sharp(bytes)
      .extract({ left: 45, top: 0, width: 855, height: 750 })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(await share(other, {}, cropped)).toMatchObject({ state: 'waiting', reason: 'lookalike' })
    expect(await share(other)).toMatchObject({ state: 'shown' })
    await decide(row.id, 'shown')
    expect(await share(other, {}, cropped)).toMatchObject({ state: 'shown' })
  })
})

describe('public pages', () => {
  test('show what staff chose, until it is hidden; members’ moments can’t be chosen', async () => {
    const member = await trusted()
    const row = await share(member, {
      area: 'Beer Hall',
      audience: 'everybody',
      caption: 'On the page',
    })
    const has = (isThere: boolean) =>
      waitUntil(
        () => server.get('/beer'),
        ({ text }) => text.includes('On the page') === isThere,
      )
    expect((await server.get('/beer')).text).not.toContain('On the page')
    await choose(row.id)
    await has(true)
    await decide(row.id, 'hidden')
    await has(false)
    const secret = await share(member)
    expect(outcome(await choose(secret.id))).toBe('not_public')
  })

  test('show what staff chose of an event on the page of the event, until it is taken down', async () => {
    const [date] = await query<{ id: number; slug: string }>(
      `select id, slug from event_dates where status = 'published' and visibility <> 'secret' order by id desc limit 1`,
    )
    const row = await share(await trusted(), {
      ...{ event: String(date?.id), audience: 'everybody', caption: 'What a night' },
    })
    const has = (isThere: boolean) =>
      waitUntil(
        () => server.get(`/calendar/${date?.slug}`),
        ({ text }) => text.includes('What a night') === isThere,
      )
    await has(false)
    await choose(row.id)
    await has(true)
    expect((await server.get(`/calendar/${date?.slug}`)).text).toContain(`/moments/${row.id}`)
    const taken = await visitorOf(server).call('/api/moments/take-down', { moment: row.id })
    expect(taken.status).toBe(200)
    await has(false)
  })
})

test('deleting the account removes moments, files, uploads and reactions everywhere', async () => {
  const [member, other] = [await trusted(), await trusted()]
  const own = await share(member, {
    audience: 'everybody',
    area: 'Cocktail Bar',
    caption: 'Goes with me',
  })
  const theirs = await share(other)
  await member.visitor.call('/api/moments/react', { moment: theirs.id, kind: 'love', on: true })
  await member.visitor.call('/api/moments/report', { moment: theirs.id, text: 'Hm' })
  await choose(own.id)
  await waitUntil(
    () => server.get('/cocktails'),
    ({ text }) => text.includes('Goes with me'),
  )
  const download = await member.visitor.get('/api/member/download')
  expect(download.text).toContain('Goes with me')
  await member.visitor.call('/api/member/delete')
  await query(`update members set delete_at = now() - interval '1 minute' where id = $1`, [
    member.id,
  ])
  await query(`select graphile_worker.add_job('members.delete_due')`)
  await waitUntil(
    () => membership.count('members', 'id = $1', [member.id]),
    (count) => count === 0,
  )
  for (const [table, where] of [
    ['moments', `member = ${member.id}`],
    ['moment_files', `moment = ${own.id}`],
    ['moment_reactions', `member = ${member.id}`],
    ['moment_reports', `member = ${member.id}`],
  ] as const) {
    expect(await membership.count(table, where), table).toBe(0)
  }
  expect((await server.get(file('public', own))).status).toBe(404)
  await waitUntil(
    () => server.get('/cocktails'),
    ({ text }) => !text.includes('Goes with me'),
  )
  expect((await other.visitor.get(file('files', theirs))).status).toBe(200)
})
