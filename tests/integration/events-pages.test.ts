import sharp from 'sharp'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { venueDayOf } from '../support/venue-days.ts'

let server: Server
const hourMs = 3_600_000
/** Noon at the venue, some days from now. */
const noonIn = (days: number) => {
  const day = Temporal.Now.plainDateISO('UTC').add({ days })
  const noon = day.toZonedDateTime({ timeZone: 'Europe/London', plainTime: '12:00' })
  return new Date(noon.epochMilliseconds)
}

const dates = {
  stout: {
    slug: 'stout-night',
    title: 'Stout night',
    startsAt: noonIn(2),
    areas: ['Beer Hall'],
    interests: ['Beer & Brewing Events'],
    payment: 'credit',
    priceCents: 1500,
    memberPriceCents: 1200,
    capacity: 40,
  },
  film: {
    slug: 'film-night',
    title: 'Film night',
    startsAt: noonIn(3),
    areas: ['Event Spaces', 'Cafe'],
    interests: ['Film & Cinema'],
  },
  supper: {
    slug: 'members-supper',
    title: 'Long supper',
    startsAt: noonIn(40),
    areas: ['Common Room'],
    visibility: 'members',
  },
  draft: { slug: 'a-draft', title: 'Drafted evening', startsAt: noonIn(2), status: 'draft' },
  secret: {
    slug: 'a-secret',
    title: 'Whispered evening',
    startsAt: noonIn(2),
    visibility: 'secret',
    areas: ['Beer Hall'],
  },
  cancelled: {
    slug: 'called-off',
    title: 'Called off',
    startsAt: noonIn(4),
    areas: ['Kitchens'],
    status: 'cancelled',
  },
  postponed: {
    slug: 'put-off',
    title: 'Put off',
    startsAt: noonIn(5),
    areas: ['Cocktail Bar'],
    status: 'postponed',
  },
  past: {
    slug: 'long-ago',
    title: 'Long ago',
    startsAt: noonIn(-20),
    areas: ['Cafe'],
    status: 'ended',
  },
} as const

const membersText = 'Knock <b>twice</b>.\nBring a spoon.\n\nLeave by the yard.'

const onServer = (work: (query: Query) => Promise<unknown>) => onDatabase(server.databaseUrl, work)

beforeAll(async () => {
  const url = await makeDatabase('demo')
  await onDatabase(url, async (query) => {
    // Deletes the demo venue's events, because these tests list all events that exist.
    await query('delete from reservations')
    await query('delete from event_dates')
    await query('delete from events')
    for (const date of Object.values(dates)) {
      const areas = 'areas' in date ? [...date.areas] : ['Beer Hall']
      const interests = 'interests' in date ? [...date.interests] : []
      await addDate(query, { ...date, areas, interests })
    }
    for (const slug of ['members-supper', 'a-draft', 'a-secret']) {
      await query(
        `with record as (
           insert into events (title, slug, summary, start, "end", body)
           values ($1, $1, 'Songs.', '', '', $2) returning id)
         update event_dates set event = record.id from record where event_dates.slug = $1`,
        [slug, membersText],
      )
    }
    await query(`update event_dates set slot = 'Late Night' where slug = 'film-night'`)
  })
  server = await startServer({ DATABASE_URL: url })
})
afterAll(() => server?.stop())

const publicTitles = [
  'Stout night',
  'Film night',
  'Long supper',
  'Called off',
  'Put off',
  'Long ago',
]
/** Which titles a page contains. */
const titlesIn = (html: string) => publicTitles.filter((title) => html.includes(title))

describe('the calendar', () => {
  test.each([
    ['', ['Stout night', 'Film night', 'Long supper', 'Called off', 'Put off']],
    ['?area=beer-hall', ['Stout night']],
    ['?area=cafe', ['Film night']],
    ['?slot=late-night', ['Film night']],
    ['?interest=beer-brewing-events', ['Stout night']],
    ['?area=beer-hall&interest=film-cinema', []],
    [`?from=${venueDayOf(noonIn(3))}`, ['Film night', 'Long supper', 'Called off', 'Put off']],
    [`?from=${venueDayOf(noonIn(40))}`, ['Long supper']],
    [`?view=month&from=${venueDayOf(noonIn(40)).slice(0, 7)}&area=common-room`, ['Long supper']],
    [`?view=week&from=${venueDayOf(noonIn(-20))}`, ['Long ago']],
  ])('with the query “%s” shows only the events that match', async (search, titles) => {
    const { status, text } = await server.get(`/calendar${search}`)
    expect(status).toBe(200)
    expect(titlesIn(text)).toEqual(titles)
    if (!titles.length) expect(text).toContain('Show everything')
  })

  test('ignores months without events and unknown values, and renders nothing for them', async () => {
    const plain = await server.get('/calendar')
    const week = await server.get('/calendar?view=week')
    const renders = () => server.metric('page_cache_renders')
    const before = await renders()
    for (const search of [
      '?from=2099-01',
      '?from=1999-12',
      '?from=2026-99',
      '?area=nowhere&slot=noon&interest=x',
      '?slot=&interest=',
      `?from=${venueDayOf(new Date())}`,
    ]) {
      expect((await server.get(`/calendar${search}`)).headers.etag, search).toBe(plain.headers.etag)
    }
    for (const search of [
      `?from=${venueDayOf(new Date())}&view=week`,
      '?x=1&view=week',
      '?view=week&from=2098-01-01',
    ]) {
      expect((await server.get(`/calendar${search}`)).headers.etag, search).toBe(week.headers.etag)
    }
    expect(await renders()).toBe(before)
  })
})

describe('drafts and secret dates', () => {
  test.each([
    '/calendar',
    '/calendar?view=week',
    '/calendar?view=month',
    '/calendar?area=beer-hall',
    '/',
    '/beer',
    '/hall',
    '/community',
    '/common-people-date-time',
    '/calendar/film-night',
    '/calendar/called-off',
    '/sitemap.xml',
  ])('are not on %s', async (path) => {
    const { status, text } = await server.get(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/Drafted|Whispered|a-draft|a-secret/)
  })

  test('a draft has no page and no picture; the page of a secret date is not indexed', async () => {
    expect((await server.get('/calendar/a-draft')).status).toBe(404)
    const secret = await server.get('/calendar/a-secret')
    expect(secret.text).toContain('Whispered evening')
    expect(secret.text).toContain('<meta name="robots" content="noindex">')
    expect(secret.text).not.toContain('application/ld+json')
    expect(secret.text).not.toContain('Other dates')
    const hidden = await onDatabase(server.databaseUrl, (query) =>
      query<{ id: number }>(`select id from event_dates where slug in ('a-draft', 'a-secret')`),
    )
    expect(hidden).toHaveLength(2)
    for (const { id } of hidden) {
      expect((await server.get(`/calendar/share/${id}-x`)).status).toBe(404)
    }
  })

  test('are not in the site map, which has the pages of all other coming dates', async () => {
    const { text } = await server.get('/sitemap.xml')
    const paths = [...text.matchAll(/<loc>[^<]*(\/calendar[^<]*)</g)].map(([, path]) => path)
    expect(paths).toEqual([
      '/calendar',
      ...['stout-night', 'film-night', 'called-off', 'put-off', 'members-supper'].map(
        (slug) => `/calendar/${slug}`,
      ),
    ])
  })
})

/** The structured data of a page. */
const dataOf = async (path: string) => {
  const { text } = await server.get(path)
  const [, json = 'null'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
  return JSON.parse(json)
}

describe('the page of a date', () => {
  test.each([
    ['stout-night', 'EventScheduled', null],
    ['called-off', 'EventCancelled', 'It’s off'],
    ['put-off', 'EventPostponed', 'Not then, but later'],
    ['long-ago', 'EventScheduled', 'That was that'],
  ])(
    'for %s has the status %s in its structured data, and a matching text',
    async (slug, status, news) => {
      const path = `/calendar/${slug}`
      const { text } = await server.get(path)
      const data = await dataOf(path)
      expect(data).toMatchObject({
        '@type': 'Event',
        eventStatus: `https://schema.org/${status}`,
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\+0[01]:00$/),
        location: { '@type': 'Place', address: { postalCode: 'S3 8XX' } },
        organizer: { '@type': 'Organization', name: 'Common People' },
        image: [expect.stringContaining('/calendar/share/')],
      })
      expect(new Date(data.endDate).getTime() - new Date(data.startDate).getTime()).toBe(3 * hourMs)
      const places = news ? 'Discontinued' : 'InStock'
      expect(data.offers[0].availability).toBe(`https://schema.org/${places}`)
      if (news) {
        expect(text).toContain(news)
        // The page links to the next date instead of showing a form.
        expect(text).toContain('href="/calendar/stout-night"')
      }
      expect(text.includes('action="/api/calendar/reserve"')).toBe(news === null)
      const mayHaveReservations = slug === 'stout-night' || slug === 'put-off'
      expect(text.includes('data-sent="mine"')).toBe(mayHaveReservations)
    },
  )

  test('has no reservation form after the date has begun, but a link for members who reserved', async () => {
    const id = await onServer((query) =>
      addDate(query, { slug: 'begun', startsAt: new Date(Date.now() - hourMs) }),
    )
    const { text } = await server.get('/calendar/begun')
    expect(text).toContain('It has begun.')
    expect(text).not.toContain('action="/api/calendar/reserve"')
    expect(text).toContain(`data-reserve="${id}"`)
    expect(text).toContain('data-sent="mine"')
    expect((await dataOf('/calendar/begun')).offers[0].availability).toBe(
      'https://schema.org/Discontinued',
    )
  })

  test('for members links to a text that only members can read', async () => {
    const { visitor } = await membershipOf(server, server.databaseUrl).signIn('reads@venue.example')
    const page = '/common-room/event?slug='
    const { text } = await server.get('/calendar/members-supper')
    expect(text).toContain('href="/common-room/event?slug=members-supper"')
    expect(text).not.toContain('spoon')
    expect((await server.get(`${page}members-supper`)).status).toBe(302)

    const read = await visitor.get(`${page}members-supper`)
    expect(read.headers['cache-control']).toContain('no-store')
    expect(read.text).toContain('Knock &lt;b&gt;twice&lt;/b&gt;.<br>Bring a spoon.')
    for (const slug of ['a-draft', 'a-secret', 'stout-night', 'nothing']) {
      expect((await visitor.get(page + slug)).text).not.toContain('spoon')
    }
  })

  test('has both prices, and says how they are paid', async () => {
    const { text } = await server.get('/calendar/stout-night')
    expect(text).toContain('£15, members £12')
    expect(text).toContain('Held on your credit, taken at the door.')
    const { offers } = await dataOf('/calendar/stout-night')
    expect(offers.map(({ price }: { price: string }) => price)).toEqual(['15.00', '12.00'])
  })

  test('says before the button what each party costs, and which parties have to wait', async () => {
    const costs = async () => {
      const { text } = await server.get('/calendar/stout-night')
      const form = /<form name="reserve"[\s\S]*?<\/form>/.exec(text)?.[0] ?? ''
      const lines = [...form.matchAll(/<div data-party="(\d+)"[^>]*>([\s\S]*?)<\/div>/g)]
      return {
        form,
        lines: Object.fromEntries(
          lines.map(([, party, html]) => [party, (html ?? '').replace(/<[^>]+>/g, ' ')]),
        ),
      }
    }
    const { lines, form } = await costs()
    expect(lines['2']).toContain('£30 for 2 people, to pay at the bar.')
    expect(lines['2']).toContain(
      '£24 for 2 people. We put it by from your credit now, and take it at the door. Without enough credit, you pay at the bar.',
    )
    expect(form.indexOf('id="reserve-cost"')).toBeLessThan(form.indexOf('<button'))
    expect(form).not.toContain('data-waits')
    const setTaken = (taken: number) =>
      onServer(async (query) => {
        await query(`update event_dates set taken = $1 where slug = 'stout-night'`, [taken])
        await query(`select pg_notify('common_room_changes', '["events"]')`)
      })
    await setTaken(37)
    await expect.poll(async () => (await costs()).lines['4']).toContain('you’d wait in line')
    expect((await costs()).lines['3']).not.toContain('wait')
    expect((await costs()).form).toMatch(/<option value="4" data-waits/)
    await setTaken(0)
    await expect.poll(async () => (await costs()).lines['4']).not.toContain('wait')
  })

  test('is rendered again when the number of free places changes', async () => {
    const setTaken = (taken: number) =>
      onServer(async (query) => {
        const [row] = await query<{ id: number }>(
          `update event_dates set taken = $1 where slug = 'stout-night' returning id`,
          [taken],
        )
        await query(
          `select pg_notify('common_room_changes', json_build_array('event-date-' || $1::int)::text)`,
          [row?.id],
        )
      })
    const pageText = async () => (await server.get('/calendar/stout-night')).text
    for (const [taken, words] of [
      [37, 'Last 3 places'],
      [39, 'Last place'],
      [40, 'Join the waitlist'],
      [0, 'Plenty of room'],
    ] as const) {
      await setTaken(taken)
      await expect.poll(pageText).toContain(words)
    }
  })

  test('has its own share image, which changes when the date is cancelled', async () => {
    const imageOf = async (slug: string) => {
      const { text } = await server.get(`/calendar/${slug}`)
      return new URL(/property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '').pathname
    }
    const path = await imageOf('film-night')
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const png = Buffer.from(await response.arrayBuffer())
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect(png.length).toBeLessThan(120_000)
    await onServer(async (query) => {
      await query(`update event_dates set status = 'cancelled' where slug = 'film-night'`)
      await query(`select pg_notify('common_room_changes', '["events"]')`)
    })
    await expect.poll(() => imageOf('film-night')).not.toBe(path)
    const other = await fetch(`http://127.0.0.1:${server.port}${await imageOf('film-night')}`)
    expect(Buffer.from(await other.arrayBuffer()).equals(png)).toBe(false)
  })
})

test('the normal week on the community page shows the series instead of the fallback texts', async () => {
  const before = (await server.get('/community')).text
  expect(before).toContain('First and third Saturday')
  await onServer(async (query) => {
    const [record] = await query<{ id: number }>(
      `insert into events (title, slug, summary, start, "end", rule)
       values ('Choir', 'choir', 'By ear.', '2026-11-24T19:30', '2026-11-24T21:00', 'FREQ=WEEKLY')
       returning id`,
    )
    for (let week = 0; week < 6; week++) {
      const startsAt = noonIn(1 + 7 * week)
      const slug = `choir-${venueDayOf(startsAt)}`
      await addDate(query, { event: record?.id ?? 0, slug, title: 'Choir by ear', startsAt })
    }
    await query(`select pg_notify('common_room_changes', '["events"]')`)
  })
  const weekday = noonIn(1).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
  const text = async () => (await server.get('/community')).text
  await expect.poll(text).toContain(`Every ${weekday}, noon–3pm`)
  expect(await text()).not.toContain('First and third Saturday')
  // A series that is not weekly is shown with its next date, even if another of its dates has an earlier weekday.
  const sunday = 7 - noonIn(0).getUTCDay()
  await onServer(async (query) => {
    const [record] = await query<{ id: number }>(
      `insert into events (title, slug, summary, start, "end", rule)
       values ('Swap', 'swap', 'Bring one.', '2026-11-24T12:00', '2026-11-24T15:00', 'FREQ=WEEKLY')
       returning id`,
    )
    for (const [slug, startsAt] of [
      ['swap-1', noonIn(sunday)],
      ['swap-2', noonIn(sunday + 1)],
    ] as const) {
      await addDate(query, { event: record?.id ?? 0, slug, title: 'Swap', startsAt })
    }
    await query(`select pg_notify('common_room_changes', '["events"]')`)
  })
  const next = noonIn(sunday).toLocaleDateString('en-GB', {
    ...({ day: 'numeric', month: 'long', timeZone: 'UTC' } as const),
  })
  await expect.poll(text).toContain(`Some Sundays, next on ${next}`)
  // On the home page, a day's series are sorted by time, and one that is not weekly says when it is next.
  await onServer(async (query) => {
    const [record] = await query<{ id: number }>(
      `insert into events (title, slug, summary, start, "end", rule)
       values ('Early', 'early', 'At ten.', '2026-11-24T10:00', '2026-11-24T11:00', 'FREQ=MONTHLY')
       returning id`,
    )
    const startsAt = new Date(noonIn(8).getTime() - 2 * 3_600_000)
    await addDate(query, { event: record?.id ?? 0, slug: 'early-1', title: 'Early bird', startsAt })
    await query(`select pg_notify('common_room_changes', '["events"]')`)
  })
  const home = async () => (await server.get('/')).text.replace(/<[^>]+>/g, '')
  const day = noonIn(8).toLocaleDateString('en-GB', {
    ...({ day: 'numeric', month: 'long', timeZone: 'UTC' } as const),
  })
  await expect.poll(home).toContain(`Early bird, 10am, next on ${day}Choir by ear, noon`)
  // Each date of the series links to the other dates.
  const page = await server.get(`/calendar/choir-${venueDayOf(noonIn(1))}`)
  expect(page.text).toContain('Other dates')
  expect(page.text).toContain(`/calendar/choir-${venueDayOf(noonIn(8))}`)
})
