import { describe, expect, test } from 'vitest'
import { errorResponse, HttpError, withErrorShape } from './errors.ts'

describe('an expected failure', () => {
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

  test('says why and with which facts, but never in the place of code and words', async () => {
    const facts = { verified: false, error: 'none', message: 'none' }
    const told = { reason: 'too_soon', facts }
    const response = errorResponse(new HttpError('too_many_requests', 'Wait.', told))
    expect(response.status).toBe(429)
    expect(await response.json()).toEqual({ verified: false, error: 'too_soon', message: 'Wait.' })
  })

  test('keeps its cause for the log, and out of the reply', async () => {
    const error = new HttpError('server', 'Sorry.', { cause: new Error('password=hunter2') })
    expect(error.cause).toBeDefined()
    expect(await errorResponse(error).text()).not.toContain('hunter2')
  })
})

describe('an error of Payload’s', () => {
  test.each([
    [{ errors: [{ message: 'Not Found' }] }, 404, 'not_found', 'Not Found'],
    [{ message: 'Route not found' }, 404, 'not_found', 'Route not found'],
    [{ errors: [] }, 500, 'server', 'Something went wrong. Please try again.'],
    [{}, 418, 'bad_request', 'Something went wrong. Please try again.'],
  ])('%j gets a code and a message beside its own', async (body, status, error, message) => {
    const shaped = await withErrorShape(Response.json(body, { status }))
    expect(shaped.status).toBe(status)
    expect(await shaped.json()).toEqual({ ...body, error, message })
  })

  test('that says nothing gets both', async () => {
    const shaped = await withErrorShape(new Response(null, { status: 404 }))
    expect(await shaped.json()).toEqual({ error: 'not_found', message: 'There is nothing here.' })
  })

  test('for want of a database says when to come back', async () => {
    const shaped = await withErrorShape(Response.json({ errors: [] }, { status: 503 }))
    expect(shaped.headers.get('retry-after')).toBe('5')
    expect(await shaped.json()).toMatchObject({ error: 'unavailable' })
  })

  test('of our own is left as it is', async () => {
    const own = errorResponse(new HttpError('conflict', 'Taken.'))
    expect(await (await withErrorShape(own)).json()).toEqual({
      error: 'conflict',
      message: 'Taken.',
    })
  })

  test.each([
    Response.json({ ok: true }),
    new Response('no', { status: 404, headers: { 'content-type': 'text/plain' } }),
    new Response(null, { status: 304 }),
  ])('is not made of another reply', async (response) => {
    expect(await withErrorShape(response)).toBe(response)
  })
})
