import { afterEach, expect, test, vi } from 'vitest'
import { callApi } from './call.ts'

afterEach(() => void vi.unstubAllGlobals())

const respondWith = (response: Response) => vi.stubGlobal('fetch', async () => response)

test('a reply that is cut off is a failure, not an empty reply', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.error(new TypeError('terminated')),
  })
  respondWith(new Response(body))
  await expect(callApi('mail/preview')).rejects.toThrow('The server can’t be reached.')
})

test('a reply without a body is returned as an empty object', async () => {
  respondWith(new Response(null, { status: 204 }))
  expect(await callApi('mail/preview')).toEqual({})
})

test('a refusal names the wrong field', async () => {
  const body = { error: 'bad_request', message: 'Write how they agreed.', field: 'consent.how' }
  respondWith(Response.json(body, { status: 400 }))
  await expect(callApi('newsletter/imports/1/settings', { body: {} })).rejects.toMatchObject({
    message: 'Write how they agreed.',
    field: 'consent.how',
  })
})

test('an error reply without JSON causes a general message', async () => {
  respondWith(new Response('<html>', { status: 502 }))
  await expect(callApi('mail/preview')).rejects.toThrow('Something went wrong. Please try again.')
})
