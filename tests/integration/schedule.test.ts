import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageReply, ScheduleListReply } from '../../cms/features/content/editing/contract.ts'
import { textName } from '../../cms/features/content/text-names.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { findJobs, runDue } from '../support/jobs.ts'
import { type Server, startServer, startServerProcess } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { createTextKeys } from '../support/text-keys.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
type Key = { page: string; section: string; content_key: string }
type Change = { id: number; state: string; failure: string | null; at: Date; tries: number }

const as = (role: 'editor' | 'publisher', method: string, path: string, body: unknown) =>
  server.send(path, jsonRequest(method, body, sessions[role]))
const queryRows = <Row extends object>(text: string, values: unknown[] = []) =>
  onDatabase(url, (query) => query<Row & Record<string, unknown>>(text, values))
const changesOf = (key: Key) =>
  queryRows<Change>(
    `select id, state::text, failure, at, tries::int from scheduled_changes
      where page = $1 and section = $2 and content_key = $3 order by id`,
    [key.page, key.section, key.content_key],
  )
const versionsOf = async ({ content_key }: Key) =>
  queryRows<{ id: number; text: string; status: string; latest: boolean | null }>(
    `select id, version_content_data->>'text' as text, version__status::text as status, latest
       from _cms_content_v where version_content_key = $1 order by id`,
    [content_key],
  )
const liveOf = async ({ content_key }: Key) => {
  const [row] = await queryRows<{ text: string; status: string }>(
    `select content_data->>'text' as text, _status::text as status from cms_content
      where content_key = $1`,
    [content_key],
  )
  return row?.status === 'published' ? row.text : null
}

const nextKey = createTextKeys('profile', 'ledger', 'privacy')
/** Creates a text with one version: a draft, unless `status` is `published`. */
const draft = async (text: string, status = 'draft') => {
  const key = nextKey()
  const body = { ...key, content_type: 'text', content_data: { text }, _status: status }
  const made = await as('publisher', 'POST', '/api/cms_content', body)
  const { id } = made.json<{ doc: { id: number } }>().doc
  const revision = (await versionsOf(key)).at(-1)?.id ?? 0
  const edit = async (words: string, role: 'editor' | 'publisher' = 'editor', to = 'draft') => {
    const path = `/api/cms_content/${id}${to === 'draft' ? '?draft=true' : ''}`
    await as(role, 'PATCH', path, { content_data: { text: words }, _status: to })
    return (await versionsOf(key)).at(-1)?.id ?? 0
  }
  return { key, id, revision, item: { ...key, revision }, edit }
}
const schedule = (items: unknown[], action = 'publish', at = '2100-07-01T12:00') =>
  as('publisher', 'POST', '/api/editing/schedule', { action, at, items, instead: 'delivered' })
/** Makes the waiting changes of a key due, and starts the jobs that are due. */
const makeDue = async (key: Key, agoMs = 0) => {
  await queryRows(
    `update scheduled_changes set at = now() - $2 * interval '1 ms'
      where content_key = $1 and state = 'waiting'`,
    [key.content_key, agoMs],
  )
  await runDue(url)
}
/** The HTML of the dashboard. */
const dashboardOf = async (role: 'editor' | 'publisher') =>
  (
    await server.get('/cms', {
      cookie: `payload-token=${sessions[role]}`,
      'sec-fetch-site': 'same-origin',
    })
  ).text
const waitUntilSettled = async (key: Key) => {
  const isSettled = ({ state }: Change) => state !== 'waiting'
  const read = async () => {
    const changes = await changesOf(key)
    // If the wait fails, the error shows the state of the jobs.
    return { changes, jobs: changes.every(isSettled) ? [] : await findJobs(url) }
  }
  const { changes } = await waitUntil(read, (found) => found.changes.every(isSettled))
  return changes.at(-1)
}

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

describe('scheduling', () => {
  test('takes a time in the venue’s time zone and returns the instant', async () => {
    const { item, key } = await draft('Summer')
    const response = await schedule([item])
    expect(response.status).toBe(200)
    expect(response.json()).toMatchObject({
      at: '2100-07-01T11:00:00.000Z',
      message: expect.stringContaining('1 July 2100'),
    })
    expect(await changesOf(key)).toMatchObject([{ state: 'waiting' }])
    const waiting = (await as('editor', 'GET', '/api/editing/schedule', undefined)).json<{
      changes: Key[]
    }>()
    expect(waiting.changes).toContainEqual(
      expect.objectContaining({ ...key, action: 'publish', by: 'publisher', state: 'waiting' }),
    )
  })

  test.each([
    ['a time that the clock skips', '2099-03-29T01:30', '2099-03-29T01:30:00.000Z', 'forward'],
    [
      'a time that the clock shows twice',
      '2099-10-25T01:30',
      '2099-10-25T00:30:00.000Z',
      'first one',
    ],
  ])('resolves %s', async (_, at, instant, words) => {
    const { item } = await draft('Clock')
    const response = await schedule([item], 'publish', at)
    expect(response.json()).toMatchObject({ at: instant, message: expect.stringContaining(words) })
  })

  test.each([
    ['a time that has passed', { at: '2020-01-01T12:00' }, 400],
    ['an invalid date', { at: '2100-02-30T12:00' }, 400],
    ['a malformed time', { at: 'tomorrow' }, 400],
    ['an unknown action', { action: 'burn' }, 400],
    ['unpublishing without a replacement', { action: 'unpublish' }, 400],
    ['an empty list of items', { items: [] }, 400],
    ['a body that is not an object', 'text', 400],
  ])('refuses %s', async (_, wrong, status) => {
    const { item, key } = await draft('Wrong')
    const right = { action: 'publish', at: '2100-07-01T12:00', items: [item] }
    const body = typeof wrong === 'string' ? wrong : { ...right, ...wrong }
    const response = await as('publisher', 'POST', '/api/editing/schedule', body)
    expect(response.status).toBe(status)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
    expect(await changesOf(key)).toEqual([])
  })

  test('refuses all items if one has the revision of another key', async () => {
    const one = await draft('One')
    const two = await draft('Two')
    const wrong = { ...two.key, revision: one.revision }
    expect((await schedule([one.item, wrong])).status).toBe(404)
    expect(await changesOf(one.key)).toEqual([])
  })

  test('is for publishers; strangers and editors are refused', async () => {
    const { item } = await draft('Mine')
    const body = { action: 'publish', at: '2100-07-01T12:00', items: [item] }
    const stranger = await server.send('/api/editing/schedule', jsonRequest('POST', body))
    expect(stranger.status).toBe(401)
    expect(stranger.json()).toEqual({
      error: 'unauthorized',
      message: 'You need to be logged in to edit content.',
    })
    expect((await as('editor', 'POST', '/api/editing/schedule', body)).status).toBe(403)
    expect((await as('editor', 'POST', '/api/editing/schedule/cancel', { id: 1 })).status).toBe(403)
    expect((await server.get('/api/editing/schedule')).status).toBe(401)
  })

  test('replaces only a waiting change of the same key and action', async () => {
    const { item, key, edit } = await draft('First')
    await schedule([item])
    await schedule([item], 'unpublish', '2100-08-01T12:00')
    const revision = await edit('Second')
    await Promise.all([
      schedule([{ ...key, revision }], 'publish', '2100-07-02T12:00'),
      schedule([{ ...key, revision }], 'publish', '2100-07-03T12:00'),
    ])
    const states = (await changesOf(key)).map(({ state }) => state)
    expect(states.filter((state) => state === 'waiting').length).toBe(2)
    expect(states.filter((state) => state === 'cancelled').length).toBe(2)
  })

  test('can be cancelled once; after that, the text is not published', async () => {
    const { item, key } = await draft('Never')
    const { ids } = (await schedule([item])).json<{ ids: number[] }>()
    const cancel = () => as('publisher', 'POST', '/api/editing/schedule/cancel', { id: ids[0] })
    const responses = await Promise.all([cancel(), cancel()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    await makeDue(key)
    // Waits for a later change. A worker that has run the later change would already have run the cancelled change.
    const later = await draft('Later')
    await schedule([later.item])
    await makeDue(later.key)
    await waitUntilSettled(later.key)
    expect(await liveOf(key)).toBeNull()
    const none = await as('publisher', 'POST', '/api/editing/schedule/cancel', { id: 999_999 })
    expect(none.status).toBe(404)
  })
})

describe('a scheduled change', () => {
  const list = async (query = '') =>
    (
      await as('editor', 'GET', `/api/editing/schedule${query}`, undefined)
    ).json<ScheduleListReply>().changes
  const cancel = (body: unknown) => as('publisher', 'POST', '/api/editing/schedule/cancel', body)

  test('is listed on its page only, with the other changes of its key in order of time', async () => {
    const { item, key } = await draft('Nine to five')
    await schedule([item], 'unpublish', '2100-07-01T17:00')
    await schedule([item], 'publish', '2100-07-01T09:00')
    const ofKey = (await list(`?page=${key.page}`)).filter(
      (each) => each.content_key === key.content_key,
    )
    expect(ofKey.map(({ action, revision }) => [action, revision])).toEqual([
      ['publish', item.revision],
      ['unpublish', item.revision],
    ])
    expect(await list('?page=hall')).toEqual([])
    expect((await as('editor', 'GET', '/api/editing/schedule?page=a/b', undefined)).status).toBe(
      400,
    )
  })

  test('of a batch is cancelled with its batch', async () => {
    const texts = [await draft('One'), await draft('Two')]
    await schedule(texts.map(({ item }) => item))
    const keys = texts.map(({ key }) => key.content_key)
    const planned = (await list()).filter(({ content_key }) => keys.includes(content_key))
    const [batch] = new Set(planned.map((each) => each.batch))
    const ids = planned.map(({ id }) => id)
    expect((await cancel({ batch })).json()).toEqual({ ids })
    for (const { key } of texts) {
      expect(await changesOf(key)).toMatchObject([{ state: 'cancelled' }])
    }
    expect((await cancel({ batch })).status).toBe(409)
    expect((await cancel({ batch: randomUUID() })).status).toBe(404)
    expect((await cancel({})).status).toBe(400)
  })

  test.each([
    ['that was never live', undefined],
    ['over live content', 'Live'],
  ])('of a draft %s is cancelled when a publisher discards the draft', async (_, before) => {
    const text = await draft(before ?? 'Planned', before ? 'published' : 'draft')
    const revision = before ? await text.edit('Planned') : text.revision
    const item = { ...text.key, revision }
    await schedule([item])
    const discard = (role: 'editor' | 'publisher') =>
      as(role, 'POST', '/api/editing/discard', { items: [item] })
    const refused = await discard('editor')
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({
      message: expect.stringContaining('publisher'),
      changed: [text.key],
    })
    expect(await changesOf(text.key)).toMatchObject([{ state: 'waiting' }])
    expect((await discard('publisher')).json()).toEqual({ count: 1 })
    expect(await changesOf(text.key)).toMatchObject([
      { state: 'cancelled', failure: 'Its draft was discarded.' },
    ])
    expect(await liveOf(text.key)).toBe(before ?? null)
    const [entry] = await queryRows<{ action: string }>(
      `select action from audit where action = 'cancel_schedule' and subject = $1`,
      [textName(text.key)],
    )
    expect(entry).toBeDefined()
  })

  test('is cancelled when its content is published manually', async () => {
    const text = await draft('Now rather than then')
    await schedule([text.item])
    const done = await as('publisher', 'POST', '/api/editing/publish', { items: [text.item] })
    expect(done.json()).toEqual({ count: 1 })
    expect(await changesOf(text.key)).toMatchObject([
      { state: 'cancelled', failure: 'It was published before its time.' },
    ])
  })

  test('is cancelled when the admin’s form publishes its content', async () => {
    const text = await draft('By hand')
    await schedule([text.item])
    const path = `/api/cms_content/${text.id}`
    const done = await as('publisher', 'PATCH', path, { _status: 'published' })
    expect(done.status, done.text).toBe(200)
    expect(await changesOf(text.key)).toMatchObject([
      { state: 'cancelled', failure: 'It was published before its time.' },
    ])
  })

  test('stays when an editor discards a later draft', async () => {
    const text = await draft('Live', 'published')
    const planned = { ...text.key, revision: await text.edit('Planned') }
    await schedule([planned])
    const laterDraft = { ...text.key, revision: await text.edit('Something else') }
    const done = await as('editor', 'POST', '/api/editing/discard', { items: [laterDraft] })
    expect(done.json()).toEqual({ count: 1 })
    await makeDue(text.key)
    expect(await waitUntilSettled(text.key)).toMatchObject({ state: 'done' })
    expect(await liveOf(text.key)).toBe('Planned')
  })

  test('is refused if the body of its request is too large', async () => {
    const body = {
      action: 'publish',
      at: '2100-07-01T12:00',
      items: [],
      more: 'x'.repeat(10_000_000),
    }
    const options = jsonRequest('POST', body, sessions.publisher)
    // With `Connection: close` the server would close the connection while the body is being sent.
    const headers = { ...options.headers, connection: 'keep-alive' }
    expect((await server.send('/api/editing/schedule', { ...options, headers })).status).toBe(413)
  })
})

describe('when a change is due', () => {
  test('the text is published, and later unpublished', async () => {
    const { item, key } = await draft('Now')
    await schedule([item])
    await schedule([item], 'unpublish', '2100-08-01T12:00')
    await queryRows(
      `update scheduled_changes set at = now() where content_key = $1 and action = 'publish'`,
      [key.content_key],
    )
    await runDue(url)
    await waitUntil(
      () => liveOf(key),
      (live) => live === 'Now',
    )
    await makeDue(key)
    expect(await waitUntilSettled(key)).toMatchObject({ state: 'done' })
    expect(await liveOf(key)).toBeNull()
    expect((await versionsOf(key)).at(-1)?.text).toBe('Now')
  })

  test('the text is unpublished, and the previous text is live again', async () => {
    const { key, edit } = await draft('Autumn', 'published')
    const revision = await edit('Christmas', 'publisher', 'published')
    expect(await liveOf(key)).toBe('Christmas')
    const body = { action: 'unpublish', instead: 'previous', at: '2100-12-27T12:00' }
    const request = { ...body, items: [{ ...key, revision }] }
    expect((await as('publisher', 'POST', '/api/editing/schedule', request)).status).toBe(200)
    await makeDue(key)
    expect(await waitUntilSettled(key)).toMatchObject({ state: 'done' })
    expect(await liveOf(key)).toBe('Autumn')
  })

  test('the scheduled revision is live; later changes stay a draft', async () => {
    const { item, key, edit } = await draft('Agreed')
    await schedule([item])
    await edit('Not agreed yet')
    await makeDue(key)
    expect(await waitUntilSettled(key)).toMatchObject({ state: 'done' })
    expect(await liveOf(key)).toBe('Agreed')
    const newest = (await versionsOf(key)).filter(({ latest }) => latest)
    expect(newest).toMatchObject([{ text: 'Not agreed yet', status: 'draft' }])
    // Each change keeps its author.
    const entries = await queryRows<{ action: string; by_name: string }>(
      'select action, by_name from audit where subject = $1 order by id desc limit 2',
      [textName(key)],
    )
    expect(entries).toEqual([
      { action: 'draft', by_name: 'editor' },
      { action: 'publish', by_name: 'publisher' },
    ])
  })

  test('content published meanwhile is not overwritten', async () => {
    const { item, key, edit } = await draft('Old')
    await schedule([item])
    await edit('Better', 'publisher', 'published')
    await makeDue(key)
    expect(await waitUntilSettled(key)).toMatchObject({
      state: 'cancelled',
      failure: 'A newer version was published meanwhile.',
    })
    expect(await liveOf(key)).toBe('Better')
  })

  test('a batch and a publisher of the same content do not deadlock', async () => {
    const texts = [await draft('One'), await draft('Other')]
    for (const order of [texts, texts.toReversed()]) {
      const items: (Key & { revision: number })[] = []
      for (const { key, edit } of order) items.push({ ...key, revision: await edit('Anew') })
      await schedule(items)
      // Another transaction locks one record, so that the worker blocks in the middle of the batch.
      const response = await onDatabase(url, async (query) => {
        const waiting = (count: number) =>
          waitUntil(
            () =>
              query(
                `select from pg_locks join pg_stat_activity using (pid)
                  where not granted and datname = current_database()`,
              ),
            (locks) => locks.length === count,
          )
        await query('begin')
        await query('select from cms_content where id = $1 for update', [order[0]?.id])
        await queryRows(
          `update scheduled_changes set at = now() where state = 'waiting' and revision = any($1)`,
          [items.map(({ revision }) => revision)],
        )
        await runDue(url)
        await waiting(1)
        const publishing = as('publisher', 'POST', '/api/editing/publish', { items })
        await waiting(2)
        await query('rollback')
        return publishing
      })
      expect(response.status).toBe(409)
      for (const { key } of order) {
        expect((await changesOf(key)).at(-1)).toMatchObject({ state: 'done', tries: 0 })
      }
    }
  })

  test('global content is published too', async () => {
    const body = {
      content_key: 'nav.cafe',
      content_type: 'text',
      content_data: { text: 'Everywhere' },
      content_value: 'Everywhere',
      _status: 'draft',
    }
    await as('publisher', 'POST', '/api/cms_global_content', body)
    const [version] = await queryRows<{ id: number }>(
      'select max(id)::int as id from _cms_global_content_v',
    )
    const key = { page: 'global', section: 'nav', content_key: 'cafe' }
    expect((await schedule([{ ...key, revision: version?.id }])).status).toBe(200)
    await makeDue(key)
    expect(await waitUntilSettled(key)).toMatchObject({ state: 'done' })
    const [row] = await queryRows<{ text: string; value: string }>(
      `select content_data->>'text' as text, content_value as value from cms_global_content
        where content_key = 'nav.cafe' and _status = 'published'`,
    )
    expect(row).toEqual({ text: 'Everywhere', value: 'Everywhere' })
  })

  test('content that is only in `content_value` is published too', async () => {
    const body = { content_key: 'footer.hours_title', content_value: 'Long ago', _status: 'draft' }
    await as('publisher', 'POST', '/api/cms_global_content', body)
    const [version] = await queryRows<{ id: number }>(
      'select max(id)::int as id from _cms_global_content_v',
    )
    const key = { page: 'global', section: 'footer', content_key: 'hours_title' }
    await schedule([{ ...key, revision: version?.id }])
    await makeDue(key)
    expect(await waitUntilSettled(key)).toMatchObject({ state: 'done', tries: 0 })
    const [row] = await queryRows(
      `select content_data as data, content_value as value from cms_global_content
        where content_key = 'footer.hours_title' and _status = 'published'`,
    )
    expect(row).toEqual({ data: { text: 'Long ago' }, value: 'Long ago' })
  })

  test('a failed change blocks its batch, is tried three times, and is shown', async () => {
    const one = await draft('One')
    const two = await draft('Two')
    await schedule([one.item, two.item])
    await queryRows('delete from cms_content where id = $1', [two.id])
    await makeDue(one.key)
    await makeDue(two.key)
    for (const tries of [1, 2]) {
      const [row] = await waitUntil(
        () => changesOf(one.key),
        ([change]) => change?.tries === tries,
      )
      expect(row).toMatchObject({ state: 'waiting', failure: expect.stringContaining('no longer') })
      const [retry] = await queryRows<{ ms: number }>(
        `select extract(epoch from retry_at - now())::float * 1000 as ms from scheduled_changes
          where content_key = $1`,
        [one.key.content_key],
      )
      expect(retry?.ms).toBeGreaterThan(1000)
      await queryRows('update scheduled_changes set retry_at = now() where state = $1', ['waiting'])
      await runDue(url)
    }
    expect(await waitUntilSettled(one.key)).toMatchObject({ state: 'failed', tries: 3 })
    expect(await liveOf(one.key)).toBeNull()
    const { changes } = (await as('editor', 'GET', '/api/editing/schedule', undefined)).json<{
      changes: (Key & { failure: string })[]
    }>()
    expect(changes).toContainEqual(
      expect.objectContaining({
        ...one.key,
        state: 'failed',
        failure: expect.stringContaining(two.key.content_key),
      }),
    )
    // Staff see a warning until somebody schedules the change again.
    const failed = async () =>
      (await as('editor', 'GET', '/api/editing/page/cafe', undefined)).json<PageReply>().worker
        .failed
    expect(await failed()).toBe(2)
    const dashboard = await dashboardOf('publisher')
    expect(dashboard).toContain('Scheduled, and not done')
    expect(dashboard).toContain('The text is no longer kept.')
    expect(dashboard).toContain('Schedule again')
    expect(await dashboardOf('editor')).toContain('A publisher can schedule it again.')
    await schedule([one.item])
    expect(await failed()).toBe(1)
    await queryRows(
      `update scheduled_changes set done_at = now() - interval '15 days' where state = $1`,
      ['failed'],
    )
    expect(await failed()).toBe(0)
  })
})

describe('the worker', () => {
  test('has a heartbeat', async () => {
    const findHeartbeat = async () =>
      (
        await queryRows<{ at: Date }>('select beat_at as at from worker_beats where worker = $1', [
          'jobs',
        ])
      )[0]?.at.getTime() ?? 0
    await waitUntil(findHeartbeat, (at) => Date.now() - at < 12_000)
  })

  test('makes each change once, with three processes of which one is killed', {
    tags: 'extended',
  }, async () => {
    const texts: Awaited<ReturnType<typeof draft>>[] = []
    for (let i = 0; i < 120; i++) texts.push(await draft(`Text ${i}`))
    const start = () => startServerProcess({ DATABASE_URL: url, DEMO: '0' })
    const others = [await start(), await start()] as const
    try {
      // 90 batches of one change, and two batches of 15.
      const batches = [...Array(90).keys()].map(() => randomUUID())
      const largeBatches = [randomUUID(), randomUUID()]
      const rows = texts.map(({ item }, i) => ({
        ...item,
        batch: i < 90 ? batches[i] : largeBatches[i % 2],
      }))
      await queryRows(
        `insert into scheduled_changes (page, section, content_key, revision, batch, action, at)
         select page, section, content_key, revision, batch, 'publish', now()
           from jsonb_to_recordset($1::jsonb)
             as i (page text, section text, content_key text, revision numeric, batch text)`,
        [JSON.stringify(rows)],
      )
      await runDue(url)
      const done = async () =>
        (
          await queryRows<{ count: number }>(
            `select count(*)::int as count from scheduled_changes
              where state = 'done' and batch = any($1)`,
            [[...batches, ...largeBatches]],
          )
        )[0]?.count ?? 0
      await waitUntil(done, (count) => count > 0)
      others[0].child.kill('SIGKILL')
      expect(await done()).toBeLessThan(120)
      await waitUntil(done, (count) => count === 120, 30_000)
    } finally {
      await Promise.all(others.map((each) => each.stop()))
    }
    for (const { key } of texts) {
      const published = (await versionsOf(key)).filter(({ status }) => status === 'published')
      expect(published.length, key.content_key).toBe(1)
    }
  })

  test('is shown as late after two minutes without a heartbeat if changes wait', async () => {
    const { item, key } = await draft('Some day')
    const worker = async () =>
      (await as('editor', 'GET', '/api/editing/page/cafe', undefined)).json<PageReply>().worker
    await queryRows(`update scheduled_changes set state = 'cancelled' where state = 'waiting'`)
    // A worker cannot write its heartbeat while the row is locked.
    await onDatabase(url, async (query) => {
      await query(`update worker_beats set beat_at = now() - interval '3 minutes'`)
      await query('begin')
      await query('select from worker_beats for update')
      expect(await worker()).toMatchObject({ late: false, overdue: 0 })
      await schedule([item])
      expect(await worker()).toMatchObject({ late: true, overdue: 0 })
      await query('rollback')
    })
    await waitUntil(worker, ({ late }) => !late, 15_000)
    await queryRows(`update scheduled_changes set state = 'cancelled' where content_key = $1`, [
      key.content_key,
    ])
  })

  test('is shown as late in the admin if changes are overdue', async () => {
    const dashboard = async () =>
      (await dashboardOf('publisher')).split('Scheduled changes are late').length > 1
    expect(await dashboard()).toBe(false)
    // The change is overdue, but its next try is an hour away. So no worker runs it.
    const { item, key } = await draft('Late')
    await schedule([item])
    await queryRows(
      `update scheduled_changes set at = now() - interval '3 minutes',
              retry_at = now() + interval '1 hour' where content_key = $1`,
      [key.content_key],
    )
    expect(await dashboard()).toBe(true)
    await queryRows(`update scheduled_changes set state = 'cancelled' where content_key = $1`, [
      key.content_key,
    ])
    expect(await dashboard()).toBe(false)
  })
})
