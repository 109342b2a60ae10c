import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DraftsReply } from '../../cms/features/content/editing/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { editorOf, lead } from '../support/editor-calls.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
type Doc = { id: number; updatedAt: string; answer: string; _status: string }

const as = (role: 'editor' | 'publisher', method: string, path: string, body: unknown) =>
  server.send(path, jsonRequest(method, body, sessions[role]))
const createQuestion = async (question: string) => {
  const body = { page: 'hall', question, answer: 'First.', position: 1 }
  return (await as('editor', 'POST', '/api/faq?draft=true', body)).json<{ doc: Doc }>().doc
}
const changeAnswer = async (id: number, words: string, more = {}) =>
  as('editor', 'PATCH', `/api/faq/${id}?draft=true`, { answer: words, ...more })
const newest = async (id: number) =>
  (await as('editor', 'GET', `/api/faq/${id}?draft=true`, undefined)).json<Doc>()
const liveOf = (ids: number[]) =>
  onDatabase(url, async (query) => {
    const rows = await query<{ answer: string }>(
      `select answer from faq where _status = 'published' and id = any($1) order by id`,
      [ids],
    )
    return rows.map((row) => row.answer)
  })
const publish = (items: unknown[], role: 'editor' | 'publisher' = 'publisher') =>
  as(role, 'POST', '/api/editing/questions/publish', { items })
const itemOf = ({ id, updatedAt }: Doc) => ({ id, updatedAt })

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

describe('questions', () => {
  test('are published together, or not at all if one was changed after the publisher read it', async () => {
    const docs = [await createQuestion('One?'), await createQuestion('Two?')]
    const ids = docs.map(({ id }) => id)
    await changeAnswer(ids[1] ?? 0, 'Unread.')
    const refused = await publish(docs.map(itemOf))
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ error: 'conflict', message: expect.any(String) })
    expect(await liveOf(ids)).toEqual([])
    const read = await Promise.all(ids.map(newest))
    expect((await publish(read.map(itemOf), 'editor')).status).toBe(403)
    expect((await publish(read.map(itemOf))).json()).toEqual({ count: 2 })
    expect(await liveOf(ids)).toEqual(['First.', 'Unread.'])
    expect((await publish([{ id: 999_999, updatedAt: new Date().toISOString() }])).status).toBe(409)
    expect((await publish([{ id: 1, updatedAt: 'yesterday' }])).status).toBe(400)
  })

  test('keep their ids on the page when their order changes', async () => {
    const docs = [await createQuestion('Later?'), await createQuestion('Earlier?')]
    expect((await publish(docs.map(itemOf))).status).toBe(200)
    const idsOnPage = async () =>
      [...(await server.get('/hall')).text.matchAll(/<summary id="question-(\d+)"[^>]*>(\w+)/g)]
        .filter(([, , word]) => /Later|Earlier/.test(word ?? ''))
        .map(([, id]) => Number(id))
    const [later, earlier] = docs.map(({ id }) => id)
    await waitUntil(idsOnPage, ({ length }) => length === 2)
    const move = { position: 0, _status: 'published' }
    expect((await as('publisher', 'PATCH', `/api/faq/${earlier}`, move)).status).toBe(200)
    expect(await waitUntil(idsOnPage, ([first]) => first === earlier)).toEqual([earlier, later])
  })

  test('are not overwritten by an older form', async () => {
    const doc = await createQuestion('Who?')
    const started = { updatedAt: doc.updatedAt }
    const responses = await Promise.all(
      ['Mine.', 'Yours.', 'Theirs.'].map((words) => changeAnswer(doc.id, words, started)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await changeAnswer(doc.id, 'Last.', started)).status).toBe(409)
    const { updatedAt } = await newest(doc.id)
    expect((await changeAnswer(doc.id, 'Last.', { updatedAt })).status).toBe(200)
  })

  test('in draft are counted per page, beside the drafts of texts', async () => {
    const questions = async (query = '') =>
      (await editorOf(server, sessions.editor).get(`drafts${query}`)).json<DraftsReply>().questions
    const before = (await questions()).hall ?? 0
    await createQuestion('Another?')
    expect(await questions()).toEqual({ hall: before + 1 })
    expect(await questions('?page=hall')).toEqual({ hall: before + 1 })
    expect(await questions('?page=cafe')).toEqual({})
  })
})

describe('texts', () => {
  test('that no page uses are refused with the reason', async () => {
    const content_data = { text: 'Nowhere' }
    for (const wrong of [
      { ...lead, page: 'no_such_page', content_data },
      { ...lead, content_key: 'no_such_key', content_data },
      {
        ...lead,
        content_type: 'image',
        content_data: { media: 1, alt: 'x', focal: { x: 1, y: 1 } },
      },
    ]) {
      const { status, text } = await as('editor', 'POST', '/api/cms_content?draft=true', wrong)
      expect(status, text).toBe(400)
      expect(text).toMatch(/There is no text .* Open the page in edit mode|is text\./)
    }
    const nowhere = { content_key: 'footer.no_such_key', content_data }
    const refused = await as('editor', 'POST', '/api/cms_global_content', nowhere)
    expect(refused.json()).toMatchObject({
      error: 'bad_request',
      message: expect.stringContaining('There is no text global/footer.no_such_key.'),
    })
    const question = { page: 'no_such_page', question: 'Where?', answer: 'Nowhere.', position: 1 }
    const { status, text } = await as('editor', 'POST', '/api/faq?draft=true', question)
    expect(status).toBe(400)
    expect(text).toContain('Show on page')
  })

  test('are restored as drafts, and audited', async () => {
    const body = { page: 'hall', section: 'hero', content_key: 'title' }
    const publishing = { ...body, content_data: { text: 'One' }, _status: 'published' }
    const made = await as('publisher', 'POST', '/api/cms_content', publishing)
    const { id } = made.json<{ doc: Doc }>().doc
    const path = `/api/cms_content/${id}`
    await as('publisher', 'PATCH', path, { content_data: { text: 'Two' }, _status: 'published' })
    const [first] = await onDatabase(url, (query) =>
      query<{ id: number }>('select min(id) as id from _cms_content_v where parent_id = $1', [id]),
    )
    const versions = '/api/cms_content/versions'
    expect((await as('publisher', 'POST', `${versions}/${first?.id}`, {})).status).toBe(200)
    expect(await editorOf(server, sessions.editor).keyOf(body)).toMatchObject({
      state: 'changed',
      live: { text: 'Two' },
      content_data: { text: 'One' },
    })
    const [entry] = await onDatabase(url, (query) =>
      query<{ action: string }>(
        `select action from audit where of_collection = 'cms_content' order by id desc limit 1`,
      ),
    )
    expect(entry).toEqual({ action: 'restore' })
    for (const none of ['0', 'x', '9999999999', '999999']) {
      expect((await as('publisher', 'POST', `${versions}/${none}`, {})).status, none).toBe(404)
    }
  })

  test('cannot be deleted by publishers, because their history would be lost', async () => {
    const { docs } = (
      await as('publisher', 'GET', '/api/cms_content?limit=1&draft=true', undefined)
    ).json<{ docs: Doc[] }>()
    const { status } = await as('publisher', 'DELETE', `/api/cms_content/${docs[0]?.id}`, {})
    expect(status).toBe(403)
  })
})
