import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type {
  ConflictReply,
  ContentKey,
  DraftsReply,
  ItemsRequest,
  SaveReply,
  SaveRequest,
} from '../../cms/features/content/editing/contract.ts'
import { saveDraft } from '../../cms/features/content/editing/drafts.ts'
import { findPageState } from '../../cms/features/content/editing/service.ts'
import { sql } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { createBarrier } from '../support/barrier.ts'
import { makeDatabase, onDatabase, waitUntilSomeoneWaits } from '../support/database.ts'
import { editorOf, lead } from '../support/editor-calls.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import {
  type Server,
  type ServerProcess,
  startServer,
  startServerProcess,
} from '../support/server.ts'
import {
  adminEmail,
  createStaffSession,
  insertStaff,
  makeStaff,
  password,
} from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

type Items = ItemsRequest['items']

/** `arrive` runs before a lock is taken. `isOff` disables the locks. */
const lock = vi.hoisted(() => ({ arrive: async () => {}, isOff: false }))

vi.mock('../../cms/platform/database/advisory-locks.ts', async (load) => {
  const actual = await load<typeof import('../../cms/platform/database/advisory-locks.ts')>()
  const lockNames: typeof actual.lockNames = async (...locked) => {
    await lock.arrive()
    if (!lock.isOff) await actual.lockNames(...locked)
  }
  return { ...actual, lockNames }
})

describe('many editors at once', () => {
  let server: Server
  let url: string
  let editors: string[]

  beforeAll(async () => {
    url = await makeDatabase('demo')
    server = await startServer({ DATABASE_URL: url, DATABASE_POOL: '5' })
    await makeStaff(server)
    const person = (n: number) => ({ name: `Editor ${n}`, email: `editor-${n}@venue.example` })
    const people = Array.from({ length: 20 }, (_, n) => ({ ...person(n), role: 'editor' as const }))
    await insertStaff(url, people)
    editors = await Promise.all(people.map(({ email }) => createStaffSession(url, email)))
  })
  afterAll(() => server?.stop())

  const versions = () =>
    onDatabase(url, async (query) => {
      const [row] = await query<{ count: number }>(
        'select count(*)::int as count from _cms_content_v where latest',
      )
      return row?.count ?? 0
    })

  test('20 editors save different texts, and 20 versions are stored', async () => {
    const { keys } = await editorOf(server, editors[0]).page('home')
    const homeTexts = keys.filter(
      ({ page, content_type }) => page === 'home' && content_type === 'text',
    )
    const responses = await Promise.all(
      editors.map((session, n) =>
        editorOf(server, session).save(homeTexts[n] as ContentKey, `From editor ${n}`, null),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(editors.map(() => 200))
    expect(new Set(responses.map((response) => response.json<SaveReply>().revision)).size).toBe(20)
    expect(await versions()).toBe(20)
    const { drafts } = (await editorOf(server, editors[0]).get('drafts')).json<DraftsReply>()
    expect(new Set(drafts.map(({ by }) => by)).size).toBe(20)
  })

  test('20 editors save the same text: one save is stored, 19 conflict, and no text is lost', async () => {
    const responses = await Promise.all(
      editors.map((session, n) => editorOf(server, session).save(lead, `Words of ${n}`, null)),
    )
    const saved = responses.filter(({ status }) => status === 200)
    const conflicts = responses.filter(({ status }) => status === 409)
    expect([saved.length, conflicts.length]).toEqual([1, 19])
    const winner = responses.findIndex(({ status }) => status === 200)
    for (const [n, answer] of responses.entries()) {
      if (n === winner) continue
      const { theirs, merged } = answer.json<ConflictReply>()
      expect(theirs).toMatchObject({ content_data: { text: `Words of ${winner}` } })
      expect(theirs.by).toBe(`Editor ${winner}`)
      for (const word of [String(winner), String(n)])
        expect(merged?.text.split(' ')).toContain(word)
    }
  })

  test('publishing the same items in different orders does not deadlock', async () => {
    const admin = editorOf(server, await createStaffSession(url, adminEmail))
    const { drafts } = (await admin.get('drafts?page=home')).json<DraftsReply>()
    const items = drafts.map(({ page, section, content_key, revision }) => ({
      page,
      section,
      content_key,
      revision: revision ?? 0,
    }))
    const orders = [items, items.toReversed(), items.toSorted(() => Math.random() - 0.5)]
    const responses = await Promise.all(orders.map((order) => admin.publish(...order)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('in one process,', () => {
  let payload: Payload
  let saveRequest: (text: string, revision: number | null) => SaveRequest
  let req: () => Promise<PayloadRequest>

  beforeAll(async () => {
    const url = await makeDatabase('demo')
    payload = await startPayload(url)
    const data = { name: 'Ada', email: adminEmail, password, role: 'admin' as const }
    const user = await payload.create({ collection: 'users', data })
    req = () => createLocalReq({ user: { ...user, collection: 'users' } }, payload)
    saveRequest = (text, revision) => ({
      ...lead,
      content_type: 'text',
      content_data: { text },
      revision,
    })
  })
  afterAll(() => stopPayload(payload))

  const race = async (isLocked: boolean, revision: number | null, round: number) => {
    // Two saves reach the lock before either acquires it.
    lock.arrive = createBarrier(2)
    lock.isOff = !isLocked
    const results = await Promise.all(
      ['mine', 'yours'].map(async (name) =>
        saveDraft(await req(), saveRequest(`${name} ${round}`, revision)),
      ),
    ).finally(() => {
      lock.arrive = async () => {}
      lock.isOff = false
    })
    const saved = results.flatMap((result) => ('saved' in result ? [result.saved] : []))
    return { saved, conflicts: results.length - saved.length }
  }

  test('two concurrent saves of one text always give one conflict, because the record is locked', async () => {
    let revision: number | null = null
    for (let round = 0; round < 10; round++) {
      const { saved, conflicts } = await race(true, revision, round)
      expect([saved.length, conflicts]).toEqual([1, 1])
      revision = saved[0]?.revision ?? null
    }
  })

  test('two concurrent saves of one text lose a save without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const first = await saveDraft(await req(), saveRequest('begin', null)).then((result) =>
      'conflict' in result ? result.conflict.theirs.revision : result.saved.revision,
    )
    let revision = first
    let lostSaves = 0
    for (let round = 0; round < 10; round++) {
      const { saved } = await race(false, revision, round)
      lostSaves += saved.length - 1
      revision = Math.max(...saved.map((each) => each.revision))
    }
    expect(lostSaves).toBeGreaterThan(0)
  })

  test('the state of a page needs three queries, for any number of texts', async () => {
    const ada = { id: 1, name: 'Ada', role: 'admin' as const }
    await findPageState(payload, ada, 'cafe')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { keys } = await findPageState(payload, ada, 'cafe')
    expect(keys.length).toBeGreaterThan(50)
    expect(query).toHaveBeenCalledTimes(3)
    query.mockRestore()
  })

  test('a failed commit is reported as an error', async () => {
    const broken = inTransaction(await req(), async (db) => {
      await db.execute(sql`
        create temporary table chosen (id int primary key);
        create temporary table checked (
          id int references chosen (id) deferrable initially deferred);
        insert into checked values (1)`)
      return 'kept'
    })
    await expect(broken).rejects.toThrow(/commit/)
  })
})

describe('a process that is killed while it publishes 30 texts', { tags: 'extended' }, () => {
  let url: string
  let server: ServerProcess
  let publisher: string
  let round = 0

  beforeAll(async () => {
    url = await makeDatabase('demo')
    server = await startServerProcess({ DATABASE_URL: url })
    publisher = (await makeStaff(server)).publisher
  })
  afterAll(() => server?.stop())

  const named = ({ page, section, content_key }: ContentKey) => page + section + content_key

  /** Saves drafts of 30 texts that all contain the number of the round. */
  const makeDrafts = async (): Promise<Items> => {
    const staff = editorOf(server, publisher)
    const words = `Round ${++round}`
    const { keys } = await staff.page('kitchens')
    const chosen = keys
      .filter(({ page, content_type }) => page === 'kitchens' && content_type === 'text')
      .slice(0, 30)
    const items: Items = []
    for (const key of chosen) {
      const { page, section, content_key } = key
      const saved = await staff.save({ page, section, content_key }, words, key.revision)
      items.push({ page, section, content_key, revision: saved.json<SaveReply>().revision })
    }
    return items
  }

  const publish = (items: Items) =>
    editorOf(server, publisher)
      .publish(...items)
      .catch(() => null)

  /** Waits until no transaction is open. @returns how many items are published with this round's text */
  const countPublished = async (items: Items): Promise<number> =>
    onDatabase(url, async (query) => {
      const countTransactions = async () => {
        const rows = await query(`select 1 from pg_stat_activity where xact_start is not null
          and datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
        return rows.length
      }
      await waitUntil(countTransactions, (count) => count === 0)
      const [row] = await query<{ count: number }>(
        `select count(*)::int as count from cms_content
          where _status = 'published' and content_data->>'text' = $1
            and page || section || content_key = any($2)`,
        [`Round ${round}`, items.map(named)],
      )
      return row?.count ?? -1
    })

  test('has published none of the texts if it is killed in the middle', async () => {
    const first = await makeDrafts()
    expect((await publish(first))?.json()).toEqual({ count: 30 })
    expect(await countPublished(first)).toBe(30)
    for (const place of [1, 29]) {
      const items = await makeDrafts()
      // Another transaction locks one of the records. The request to publish writes the records before the locked one
      // and then waits.
      await onDatabase(url, async (query) => {
        await query('begin')
        await query(
          'select 1 from cms_content where page || section || content_key = $1 for update',
          [named(items[place] as ContentKey)],
        )
        const response = publish(items)
        await waitUntilSomeoneWaits(query)
        await server.stop('SIGKILL')
        await response
        await query('rollback')
      })
      expect(await countPublished(items)).toBe(0)
      server = await startServerProcess({ DATABASE_URL: url })
    }
  })

  test('has published all texts or none, at whatever moment it is killed', async () => {
    const warm = await makeDrafts()
    const startedAt = performance.now()
    await publish(warm)
    const durationMs = performance.now() - startedAt
    for (let kill = 0; kill < 3; kill++) {
      if (kill) server = await startServerProcess({ DATABASE_URL: url })
      const items = await makeDrafts()
      const response = publish(items)
      await new Promise((resolve) => setTimeout(resolve, durationMs * Math.random()))
      await server.stop('SIGKILL')
      const publishedCount = await countPublished(items)
      expect([0, 30]).toContain(publishedCount)
      // A publication that was reported as successful is complete.
      if ((await response)?.status === 200) expect(publishedCount).toBe(30)
    }
  })
})
