import { expect, test } from 'vitest'
import { isClientError, loggedError } from './logged-error.ts'

test('a failed query is logged truncated and without its parameters', () => {
  const secret = 'what somebody wrote'
  const cause = new Error('canceled')
  const failed = Object.assign(
    new Error(`Failed query: ${'select '.repeat(100_000)}\nparams: ${secret}`, { cause }),
    { query: 'select '.repeat(100_000), params: [secret], data: { errors: ['x'.repeat(9999)] } },
  )
  const line = JSON.stringify(loggedError(failed))
  expect(line.length).toBeLessThan(20_000)
  expect(line).not.toContain(secret)
  expect(line).toContain('Failed query')
})

test('a logged error has name, message, code and stack, but no properties that a library attached', () => {
  const client = { password: 'secret', connection: { stream: {} } }
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01', client })
  expect(loggedError(lost)).toEqual({
    name: 'Error',
    message: 'terminating connection',
    code: '57P01',
    stack: lost.stack,
  })
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(loggedError(new AggregateError([refused]))).toMatchObject({
    errors: [{ code: 'ECONNREFUSED' }],
  })
})

test('the stack and the cause of an error are logged', () => {
  const failed = new Error('Failed query: select\nparams: secret', { cause: new Error('canceled') })
  const line = JSON.stringify(loggedError(failed))
  expect(line).not.toContain('secret')
  expect(line).toContain('canceled')
  expect(line).toContain('logged-error.test.ts')
})

test.each([
  ['a client error', { status: 429 }, true],
  ['a server error', { status: 500 }, false],
  ['an error without a status', {}, false],
])('isClientError() classifies %s correctly', (_, facts, expected) => {
  expect(isClientError(Object.assign(new Error('x'), facts))).toBe(expected)
})

test('an aborted request is a client error, but a reset outgoing connection is not', () => {
  const broken = (message: string) => Object.assign(new Error(message), { code: 'ECONNRESET' })
  expect(isClientError(broken('aborted'))).toBe(true)
  expect(isClientError(broken('read ECONNRESET'))).toBe(false)
})
