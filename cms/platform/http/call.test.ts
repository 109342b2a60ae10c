import { APIError, type PayloadRequest } from 'payload'
import { expect, test, vi } from 'vitest'
import { anyone, call } from './call.ts'
import { HttpError } from './errors.ts'

/** Runs a call that fails. @returns the response, and the lines that were logged at level info */
async function fail(error: Error) {
  const info = vi.fn()
  const { endpoint } = call({
    method: 'post',
    path: '/things/:id',
    access: anyone,
    handle: () => {
      throw error
    },
  })
  const req = {
    payload: { logger: { info } },
    searchParams: new URLSearchParams(),
    routeParams: { id: '7' },
  } as unknown as PayloadRequest
  return { response: await endpoint.handler(req), lines: info.mock.calls }
}

test('a refusal of Payload is sent to the client, and logged without the parameters of the path', async () => {
  const refusal = new APIError('This is locked.', 423, { reason: 'locked' }, true)
  const { response, lines } = await fail(refusal)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'locked', message: 'This is locked.' })
  expect(lines).toEqual([[{ err: refusal, path: '/things/:id' }, 'call refused by Payload']])
})

test('a refusal of the call itself is not logged', async () => {
  const { response, lines } = await fail(new HttpError('conflict', 'Too late.'))
  expect([response.status, lines]).toEqual([409, []])
})
