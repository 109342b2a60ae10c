import { describe, expect, test } from 'vitest'
import { errorResponse, errorsOf, HttpError, withErrorShape } from './errors.ts'

describe('an HttpError', () => {
  test.each([
    ['bad_request', 400],
    ['unauthorized', 401],
    ['cross_site', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['too_large', 413],
    ['too_many_requests', 429],
    ['unavailable', 503],
  ] as const)('%s has the status %i', async (code, status) => {
    const response = errorResponse(new HttpError(code, 'Try again.', { headers: { 'x-a': 'b' } }))
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-a')).toBe('b')
    expect(await response.json()).toEqual({ error: code, message: 'Try again.' })
  })

  test('sends its reason and further fields, which cannot replace code or message', async () => {
    const replyFields = { verified: false, error: 'none', message: 'none' }
    const options = { reason: 'too_soon', replyFields }
    const response = errorResponse(new HttpError('too_many_requests', 'Wait.', options))
    expect(response.status).toBe(429)
    expect(await response.json()).toEqual({ verified: false, error: 'too_soon', message: 'Wait.' })
  })

  test('keeps its cause out of the reply', async () => {
    const error = new HttpError('server', 'Sorry.', { cause: new Error('password=hunter2') })
    expect(error.cause).toBeDefined()
    expect(await errorResponse(error).text()).not.toContain('hunter2')
  })
})

describe('an error response of Payload', () => {
  test.each([
    [{ errors: [{ message: 'Not Found' }] }, 404, 'not_found', 'Not Found'],
    [{ message: 'Route not found' }, 404, 'not_found', 'Route not found'],
    [{ errors: [] }, 500, 'server', 'Something went wrong. Please try again.'],
    [{}, 418, 'bad_request', 'Something went wrong. Please try again.'],
  ])(
    '%j gets a code and a message in addition to its own fields',
    async (body, status, error, message) => {
      const shaped = await withErrorShape(Response.json(body, { status }))
      expect(shaped.status).toBe(status)
      expect(await shaped.json()).toEqual({ ...body, error, message })
    },
  )

  test('without a body gets a code and a message', async () => {
    const shaped = await withErrorShape(new Response(null, { status: 404 }))
    expect(await shaped.json()).toEqual({ error: 'not_found', message: 'There is nothing here.' })
  })

  test('for an unavailable database has Retry-After', async () => {
    const shaped = await withErrorShape(Response.json({ errors: [] }, { status: 503 }))
    expect(shaped.headers.get('retry-after')).toBe('5')
    expect(await shaped.json()).toMatchObject({ error: 'unavailable' })
  })

  test('that already has a code and a message is unchanged', async () => {
    const own = errorResponse(new HttpError('conflict', 'Taken.'))
    expect(await (await withErrorShape(own)).json()).toEqual({
      error: 'conflict',
      message: 'Taken.',
    })
  })
})

test.each([
  Response.json({ ok: true }),
  new Response('no', { status: 404, headers: { 'content-type': 'text/plain' } }),
  new Response(null, { status: 304 }),
])('a response that is not a JSON error is unchanged', async (response) => {
  expect(await withErrorShape(response)).toBe(response)
})

test('an error of a table has its name as reason, or the reason of its entry, and may say more', () => {
  const error = errorsOf({
    full: ['conflict', 'No places are left.'],
    link_changed: ['conflict', 'Somebody changed it.', 'changed'],
    too_small: ['bad_request', 'That is too few.'],
  })
  expect(error('full')).toMatchObject({
    status: 409,
    reason: 'full',
    message: 'No places are left.',
  })
  expect(error('link_changed').reason).toBe('changed')
  const options = { message: 'On Friday, 9 are taken.', field: 'capacity' }
  expect(error('too_small', options)).toMatchObject({
    ...options,
    status: 400,
    reason: 'too_small',
  })
})
