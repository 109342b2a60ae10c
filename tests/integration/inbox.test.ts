import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, type Role, sessionHeaders } from '../support/staff.ts'

let server: Server
let staff: Record<Role, string>
const query: Query = (text, values) => onDatabase(server.databaseUrl, (run) => run(text, values))

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

/** The lines of the inbox that staff with a role see, in order: where each leads, and what it says. */
async function inboxOf(role: Role): Promise<string[]> {
  const { text } = await server.get('/cms', sessionHeaders(staff[role]))
  const section = /<section class="today__inbox".*?<\/section>/s.exec(text)?.[0] ?? ''
  return [...section.matchAll(/<a[^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, words]) => `${href?.replaceAll('&amp;', '&')} ${words?.replace(/<!-- -->/g, '')}`,
  )
}

test('the inbox lists what waits, for those who may do something about it, and what is late first', async () => {
  for (const role of ['editor', 'publisher', 'admin'] as const)
    expect(await inboxOf(role)).toEqual([])
  expect((await server.get('/cms', sessionHeaders(staff.editor))).text).toContain(
    'Nothing waits for you.',
  )
  await query(
    `insert into enquiries (key, status, kind, days, day_part, people, words, name, email, confirmed_at, due_on)
     select 'inbox-' || n, 'new', 'party', array['2027-01-05'], 'evening', 20, 'A party.', 'Ada', 'ada@guests.example', now(),
            case when n = 1 then '2026-01-01' end from generate_series(1, 3) as n`,
  )
  const [member] = await query<{ id: number }>(
    `insert into members (email, source) values ('inbox@venue.example', 'test') returning id`,
  )
  await query(
    `insert into moments (member, key, state, caption, alt, area, audience, month)
     select $1, gen_random_uuid(), 'waiting', '', 'A picture', 'Cafe', 'members', '2026-11' from generate_series(1, 2)`,
    [member?.id],
  )
  await query(`insert into cases (member, transfer, text) values ($1, 1, 'Not me.')`, [member?.id])
  await query(
    `select graphile_worker.add_job('inbox.none', null, run_at => now() + interval '1 day', max_attempts => 1)`,
  )
  await query(
    `update graphile_worker._private_jobs set attempts = 1 where key is null and max_attempts = 1`,
  )
  await query(
    `insert into letters (subject, state, send_at, updated_at, created_at)
     values ('Late', 'scheduled', now() - interval '10 minutes', now(), now())`,
  )
  const letters = '/cms/collections/letters One letter is overdue.'
  const cases = '/cms/till/cases One member waits for an answer.'
  const moments = '/cms/moments 2 moments wait to be looked at.'
  const enquiries = [
    '/cms/enquiries?view=list&due=overdue One enquiry is overdue.',
    '/cms/enquiries 2 enquiries wait for an answer.',
  ] as const
  const jobs = '/cms#jobs One job failed for good.'
  expect(await inboxOf('editor')).toEqual([letters])
  expect(await inboxOf('publisher')).toEqual([enquiries[0], letters, enquiries[1], moments, cases])
  expect(await inboxOf('admin')).toEqual([
    enquiries[0],
    jobs,
    letters,
    enquiries[1],
    moments,
    cases,
  ])
  for (const role of ['bar', 'kitchen'] as const) expect(await inboxOf(role)).toEqual([])
})
