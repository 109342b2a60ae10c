import { expect, test } from 'vitest'
import { ApiError, callApi } from './api.ts'

const respondWith = (status: number, body: string) => async () => new Response(body, { status })

test('a successful call returns the JSON', async () => {
  expect(await callApi('/x', { fetch: respondWith(200, '{"count":2}') })).toEqual({ count: 2 })
})

test("the error of a refused call has the server's code, message and body", async () => {
  const fetch = respondWith(409, '{"error":"conflict","message":"Changed meanwhile.","theirs":1}')
  const error = await callApi('/x', { body: {}, fetch }).catch((caught: ApiError) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, code: 'conflict', message: 'Changed meanwhile.' })
  expect((error as ApiError).body).toMatchObject({ theirs: 1 })
})

test('the error of a call that is refused without JSON has the message “Unknown error”', async () => {
  await expect(callApi('/x', { fetch: respondWith(502, '<html>') })).rejects.toMatchObject({
    status: 502,
    message: 'Unknown error',
  })
})

test.each([
  ['no response', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an incomplete response', respondWith(200, '{"count":')],
])('%s is a network error', async (_, fetch) => {
  await expect(callApi('/x', { fetch })).rejects.toMatchObject({ status: 0, code: 'network' })
})

test('FormData is posted unchanged, and another body is posted as JSON', async () => {
  const sent: RequestInit[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(init ?? {})
    return new Response('{}')
  }
  const form = new FormData()
  await callApi('/x', { body: { a: 1 }, fetch })
  await callApi('/x', { body: form, fetch })
  expect(sent[0]).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect(sent[1]?.body).toBe(form)
  expect(sent[1]?.headers).not.toHaveProperty('content-type')
})

test('an access token is sent in the Authorization header', async () => {
  const sent: RequestInit[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(init ?? {})
    return new Response('{}')
  }
  await callApi('/x', { token: 'abc', fetch })
  await callApi('/x', { token: null, fetch })
  expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer abc' })
  expect(sent[1]?.headers).not.toHaveProperty('authorization')
})
