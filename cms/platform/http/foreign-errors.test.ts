import { describe, expect, test } from 'vitest'
import { translateForeign, translateRefusal } from './foreign-errors.ts'

const postgres = (code: string) => Object.assign(new Error('PostgreSQL’s words'), { code })
const query = (code: string) => new Error('Failed query: select', { cause: postgres(code) })

describe('translateForeign', () => {
  test.each([
    ['a character that PostgreSQL cannot store', query('22021'), undefined, 'bad_request', 400],
    ['text instead of a number', query('22P02'), undefined, 'bad_request', 400],
    ['an id that is not a number', query('22P02'), 'abc', 'not_found', 404],
    ['an id out of range', query('22003'), '99999999999', 'not_found', 404],
    ['a value out of range on an existing record', query('22003'), '7', 'bad_request', 400],
    ['a unique violation', query('23505'), undefined, 'conflict', 409],
    ['a database shutting down', query('57P01'), undefined, 'unavailable', 503],
    ['a refused connection', postgres('ECONNREFUSED'), 'abc', 'unavailable', 503],
    ['a full disk of the database', query('53100'), undefined, 'unavailable', 503],
    ['a full disk', postgres('ENOSPC'), undefined, 'unavailable', 503],
    [
      'a query that got no connection in time',
      new Error('Failed query', { cause: new Error('timeout exceeded when trying to connect') }),
      undefined,
      'unavailable',
      503,
    ],
    ['a query without a reply in time', new Error('Query read timeout'), '1', 'unavailable', 503],
    ['invalid JSON', new SyntaxError('Unexpected token'), undefined, 'bad_request', 400],
    ['a broken upload', new Error('Unexpected end of form'), undefined, 'bad_request', 400],
  ])('translates %s', (_, error, id, code, status) => {
    const translated = translateForeign(error, { id })
    expect(translated).toMatchObject({ code, status, cause: error })
    expect(translated?.message).not.toContain('PostgreSQL')
  })

  test('translates what the database refuses when the transaction ends', () => {
    const error = Object.assign(new Error('second_person'), { code: 'LG001' })
    for (const thrown of [error, new Error('Failed query: commit', { cause: error })]) {
      const translated = translateForeign(thrown)
      expect(translated).toMatchObject({ status: 409, reason: 'second_person', cause: thrown })
      expect(translated?.message).toContain('somebody else approves')
    }
  })

  test.each([
    ['another refusal of the ledger', Object.assign(new Error('not_empty'), { code: 'LG001' })],
    ['an internal error', new TypeError('x is not a function')],
    ['a syntax error in SQL', query('42601')],
    ['an APIError of Payload', Object.assign(new Error('Not Found'), { status: 404 })],
    ['a value that is not an Error', 'text'],
  ])('does not translate %s', (_, error) => expect(translateForeign(error)).toBeNull())
})

describe('translateRefusal', () => {
  const refusal = (status: number, isPublic = true) =>
    Object.assign(new Error('Payload’s words'), { status, isPublic })

  test.each([
    ['invalid data', refusal(400), 'bad_request', 400, 'Payload’s words'],
    ['a record that is missing', refusal(404), 'not_found', 404, 'Payload’s words'],
    ['a record that somebody else edits', refusal(423), 'bad_request', 400, 'Payload’s words'],
    [
      'a message that is not public',
      refusal(404, false),
      'not_found',
      404,
      'There is nothing here.',
    ],
  ])('translates the refusal: %s', (_, error, code, status, message) => {
    expect(translateRefusal(error)).toMatchObject({ code, status, message, cause: error })
  })

  test.each([
    ['a failure of Payload', refusal(500)],
    ['another error with a status', Object.assign(new Error('No'), { status: 404 })],
    ['a value that is not an Error', { status: 404, isPublic: true }],
  ])('does not translate %s', (_, error) => expect(translateRefusal(error)).toBeNull())
})
