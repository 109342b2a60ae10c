import { describe, expect, test } from 'vitest'
import { translateForeign } from './foreign-errors.ts'

const postgres = (code: string) => Object.assign(new Error('PostgreSQL’s words'), { code })
const query = (code: string) => new Error('Failed query: select', { cause: postgres(code) })

describe('what others throw', () => {
  test.each([
    ['a character that text can’t hold', query('22021'), undefined, 'bad_request', 400],
    ['text that is no number', query('22P02'), undefined, 'bad_request', 400],
    ['a key that is no number', query('22P02'), 'abc', 'not_found', 404],
    ['a key out of range', query('22003'), '99999999999', 'not_found', 404],
    ['a value out of range for a record there is', query('22003'), '7', 'bad_request', 400],
    ['a row that is there already', query('23505'), undefined, 'conflict', 409],
    ['a database that shuts down', query('57P01'), undefined, 'unavailable', 503],
    ['a connection that is refused', postgres('ECONNREFUSED'), 'abc', 'unavailable', 503],
    ['a full disk of the database', query('53100'), undefined, 'unavailable', 503],
    ['a full disk', postgres('ENOSPC'), undefined, 'unavailable', 503],
    ['text that is no JSON', new SyntaxError('Unexpected token'), undefined, 'bad_request', 400],
    ['a broken upload', new Error('Unexpected end of form'), undefined, 'bad_request', 400],
  ])('%s is expected', (_, error, id, code, status) => {
    const translated = translateForeign(error, { id })
    expect(translated).toMatchObject({ code, status, cause: error })
    expect(translated?.message).not.toContain('PostgreSQL')
  })

  test.each([
    ['a fault of ours', new TypeError('x is not a function')],
    ['a query that is written wrongly', query('42601')],
    ['a refusal of Payload’s', Object.assign(new Error('Not Found'), { status: 404 })],
    ['no error at all', 'text'],
  ])('%s stays what it is', (_, error) => expect(translateForeign(error)).toBeNull())
})
