import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { pages } from '../support/pages.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
})
afterAll(() => server?.stop())

const words = async (path: string) => plainSpaces((await server.get(path)).text)
const old = /0114 496 0184|hello@commonpeople\.example|Canteen Yard|S3 8XX/

test('the title of every page names the venue', async () => {
  const others = [
    '/no-such-page',
    '/subscribe',
    '/subscribe/confirm/x',
    '/unsubscribe',
    '/unsubscribe/x',
    '/common-room/sign-in',
    '/common-room/sign-in/x',
    '/admin/first/x',
  ]
  for (const path of [...pages, ...others]) {
    const [, title] = /<title>([^<]*)/.exec(await words(path)) ?? []
    expect(title, path).toMatch(/Common People/i)
  }
})

test('a changed telephone, mail address and street replace the old ones on all pages', async () => {
  expect(await words('/privacy')).toMatch(old)
  const contact = {
    street: '2 Dock Road',
    locality: 'Hull',
    postcode: 'HU1 1XX',
    phone: '01482 496 000',
    email: 'ahoy@dock.example',
  }
  const { admin } = await makeStaff(server)
  const changed = await server.send('/api/globals/venue', jsonRequest('POST', { contact }, admin))
  expect(changed.status).toBe(200)
  for (const path of [...pages, '/no-such-page']) {
    const text = await waitUntil(
      () => words(path),
      (found) => !old.test(found),
    )
    expect(text, path).not.toMatch(/\{(phone|email|address|product|town)\}/)
  }
  const privacy = await words('/privacy')
  expect(privacy).toContain('2 Dock Road, Hull HU1 1XX')
  expect(privacy).toContain('<a href="tel:01482496000">01482 496 000</a>')
  expect(privacy).toContain('<a href="mailto:ahoy@dock.example">ahoy@dock.example</a>')
})

test('values of the venue’s record are escaped on pages', async () => {
  const { admin } = await makeStaff(server)
  const contact = { street: '<i>{email}</i> Dock Road & Sons' }
  await server.send('/api/globals/venue', jsonRequest('POST', { contact }, admin))
  const text = await waitUntil(
    () => words('/offline'),
    (found) => found.includes('Dock Road &#38; Sons') || found.includes('Dock Road &amp; Sons'),
  )
  expect(text).not.toContain('<i>')
  expect(text).toContain('{email}')
})
