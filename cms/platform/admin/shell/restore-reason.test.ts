import { expect, test } from 'vitest'
import { whyNotRestored } from './restore-reason.ts'

const message = 'Publishers restore earlier versions. Ask one of them.'
const refused = () => Response.json({ error: 'forbidden', message }, { status: 403 })
const post = { method: 'post' }

test.each([
  '/api/events/versions/7?draft=false',
  'https://venue.example/api/cms_content/versions/7',
  '/api/globals/venue/versions/7?draft=true',
])('the reason of a version that is not restored is found: %s', async (target) => {
  expect(await whyNotRestored([target, post], refused())).toBe(message)
})

test.each([
  ['another request', ['/api/events/7', post], refused()],
  ['a version that is read', ['/api/events/versions/7', {}], refused()],
  ['a restored version', ['/api/events/versions/7', post], Response.json({ message: 'Restored' })],
  ['a reply without a reason', ['/api/events/versions/7', post], new Response('', { status: 502 })],
] as [string, Parameters<typeof fetch>, Response][])(
  'there is no reason for %s',
  async (_, request, response) => {
    expect(await whyNotRestored(request, response)).toBe(null)
  },
)
