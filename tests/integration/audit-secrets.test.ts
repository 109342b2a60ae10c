import type { CollectionConfig, Field, GlobalConfig, PayloadRequest } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretField } from '../../cms/platform/payload/fields/readable-fields.ts'
import { audited, auditedGlobal } from '../../cms/platform/payload/hooks/audit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  createStaffSession,
  emailOf,
  insertStaff,
  jsonRequest,
  makeStaff,
  password,
  passwordTokenTo,
  sessionIn,
} from '../support/staff.ts'

type Doc = Record<string, unknown>
let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const trail = async () => JSON.stringify(await query('select * from audit'))

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

let serial = 0
/** A document in which each field has a value of its own; and the values of the fields that publishers cannot read. */
async function filled(fields: readonly Field[], secrets: string[]): Promise<Doc> {
  const doc: Doc = {}
  for (const field of fields) {
    if (field.type === 'tabs') {
      for (const tab of field.tabs) {
        const part = await filled(tab.fields, secrets)
        Object.assign(doc, 'name' in tab && tab.name ? { [tab.name]: part } : part)
      }
    } else if (!('name' in field) || !field.name) {
      if ('fields' in field) Object.assign(doc, await filled(field.fields, secrets))
    } else if (field.type !== 'ui' && field.type !== 'join') {
      const before = serial
      doc[field.name] = await fieldValue(field, secrets)
      const read = 'access' in field ? field.access?.read : undefined
      const req = { user: { role: 'publisher', collection: 'users' } } as PayloadRequest
      const isSecret =
        ('hidden' in field && field.hidden) || field.custom?.isSecret || field.name === 'api_key'
      const isDenied = isSecret || (read && !(await read({ req })))
      for (let n = before + 1; isDenied && n <= serial; n++) secrets.push(`<value ${n}>`)
    }
  }
  return doc
}
async function fieldValue(field: Field, secrets: string[]): Promise<unknown> {
  const id = `row ${++serial}`
  if (field.type === 'group') return filled(field.fields, secrets)
  if (field.type === 'array') return [{ id, ...(await filled(field.fields, secrets)) }]
  if (field.type !== 'blocks') return `<value ${serial}>`
  const rows = field.blocks.map(async (block, n) => ({
    ...(await filled(block.fields, secrets)),
    id: `${id} ${n}`,
    blockType: block.slug,
  }))
  return Promise.all(rows)
}

const text = (name: string, rest: Partial<Field> = {}) => ({ name, type: 'text', ...rest }) as Field
const denied = { access: { read: () => false } }
/** A collection with secrets in every place where a field can be. */
const withSecrets: Field[] = [
  text('title'),
  text('denied', denied),
  text('concealed', { hidden: true }),
  text('marked', { custom: secretField }),
  text('api_key'),
  text('for_admins', {
    access: { read: ({ req }) => req.user?.collection === 'users' && req.user.role === 'admin' },
  }),
  { type: 'row', fields: [text('in_row', denied)] },
  { name: 'group', type: 'group', fields: [text('plain'), text('in_group', denied)] },
  { name: 'rows', type: 'array', fields: [text('plain'), text('in_rows', denied)] },
  {
    type: 'tabs',
    tabs: [
      { label: 'One', fields: [text('in_tab', denied)] },
      { name: 'two', fields: [text('in_named_tab', denied)] },
    ],
  },
  {
    name: 'parts',
    type: 'blocks',
    blocks: [{ slug: 'part', fields: [text('plain'), text('in_block', { hidden: true })] }],
  },
]

describe('the audit trail never contains a value that publishers cannot read', () => {
  test('of any collection or global, whoever changes it', async () => {
    const payload = await startPayload(url)
    try {
      const { collections, globals } = payload.config
      const { user } = await userOf('admin')
      const invented = { slug: 'invented', fields: withSecrets }
      const kinds = [
        ...collections.filter(({ slug }) => !slug.startsWith('payload-')),
        audited(invented as CollectionConfig),
        ...globals,
        auditedGlobal({ ...invented, slug: 'invented_global' } as GlobalConfig),
      ]
      let found = 0
      for (const config of kinds) {
        const secrets: string[] = []
        const before = { id: 1, ...(await filled(config.fields as Field[], secrets)) }
        const after = { id: 1, ...(await filled(config.fields as Field[], secrets)) }
        found += secrets.length
        const hooks = (config.hooks?.afterChange ?? []).filter(({ name }) => name === 'changed')
        for (const hook of hooks as ((args: Doc) => Promise<unknown>)[]) {
          const req = { payload, user, context: {} }
          const args = { doc: after, previousDoc: before, operation: 'update', req, context: {} }
          await hook({ ...args, collection: config, global: config })
        }
        const stored = await trail()
        for (const secret of secrets) expect(stored, config.slug).not.toContain(secret)
      }
      expect(found).toBeGreaterThan(20)
      // Other values are recorded, so the hooks were called.
      expect(await trail()).toContain('<value')
    } finally {
      await stopPayload(payload)
    }
  })

  test('of a staff account that is renamed, given another role and deleted', async () => {
    const [id] = await insertStaff(url, [
      { name: 'Kim', role: 'editor', email: 'kim@venue.example' },
    ])
    const [stored] = await query<{ hash: string; salt: string }>(
      'select hash, salt from users where id = $1',
      [id],
    )
    const send = (method: string, body: unknown) =>
      server.send(`/api/users/${id}`, jsonRequest(method, body, sessions.admin))
    const statuses = [
      await send('PATCH', { name: 'Kim B.' }),
      await send('PATCH', { role: 'publisher' }),
      await send('DELETE', {}),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200])
    const recorded = await trail()
    expect(recorded).toContain('Kim B.')
    expect(recorded).not.toContain(stored?.hash)
    expect(recorded).not.toContain(stored?.salt)
  })

  test('and the reply to an outdated form does not contain them either', async () => {
    const { user } = await userOf('editor')
    const body = { name: 'Late', updatedAt: '2020-01-01T00:00:00.000Z' }
    const reply = await server.send(
      `/api/users/${user.id}`,
      jsonRequest('PATCH', body, sessions.editor),
    )
    expect(reply.status).toBe(409)
    expect(reply.text).toContain(emailOf('editor'))
    expect(reply.text).not.toMatch(/"(hash|salt)"/)
  })
})

const userOf = async (role: 'admin' | 'editor') =>
  (await server.get('/api/users/me', jsonRequest('GET', null, sessions[role]).headers)).json<{
    user: Doc & { id: number }
  }>()

describe('somebody whose password was exposed', () => {
  const email = 'exposed@venue.example'
  const login = (given = password) =>
    server.send('/api/users/login', jsonRequest('POST', { email, password: given }))

  test('is not signed in with it, but mailed a link to choose a new one, which then works', async () => {
    const [id] = await insertStaff(url, [{ name: 'Lee', role: 'editor', email }])
    await query('insert into staff_exposed_passwords ("user") values ($1)', [id])
    expect((await login('wrong')).status).toBe(401)
    expect((await query('select from mails where to_address = $1', [email])).length).toBe(0)
    const refused = await login()
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({ error: 'new_password_required' })
    expect(sessionIn(refused)).toBe('')

    // They may still sign in with a passkey. The exposed password does not confirm such a session.
    const session = await createStaffSession(url, email)
    const given = { current_password: password, password: 'another long password' }
    const change = await server.send(
      '/api/users/change-password',
      jsonRequest('POST', given, session),
    )
    expect(change.json()).toMatchObject({ error: 'new_password_required' })

    const token = await passwordTokenTo(url, email)
    const chosen = { token, password: 'a new long password' }
    const reset = await server.send('/api/users/reset-password', jsonRequest('POST', chosen))
    expect(reset.status).toBe(200)
    expect([(await login('a new long password')).status, (await login()).status]).toEqual([
      200, 401,
    ])
  })

  test('is told by mail once, when the program starts', async () => {
    const own = await makeDatabase('empty')
    const [id] = await insertStaff(own, [{ name: 'Lee', role: 'admin', email }])
    await onDatabase(own, (run) =>
      run('insert into staff_exposed_passwords ("user") values ($1)', [id]),
    )
    const mails = () =>
      onDatabase(own, (run) =>
        run<{ text: string }>(
          `select text from mails where to_address = $1 and kind = 'staff_security'`,
          [email],
        ),
      )
    for (let start = 0; start < 2; start++) {
      const started = await startServer({ DATABASE_URL: own, DEMO: '0' })
      await expect.poll(async () => (await mails()).length).toBe(1)
      await started.stop()
    }
    expect((await mails())[0]?.text).toContain('/cms/forgot')
  })
})
