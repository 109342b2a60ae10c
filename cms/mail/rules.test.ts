import { describe, expect, test } from 'vitest'
import {
  allowedHeaders,
  bounceOf,
  codeOrLink,
  headerText,
  isAddress,
  maxTries,
  nextState,
  type Outcome,
  pauseMs,
  withoutAddresses,
} from './rules.ts'

const refused = (code: number, at: 'recipient' | 'elsewhere'): Outcome => ({
  how: 'refused',
  code,
  at,
  response: `${code} no`,
})

describe('a mail', () => {
  test.each<[string, Outcome, string | undefined]>([
    ['that was accepted is sent', { how: 'accepted', response: '250 OK' }, 'sent'],
    ['refused temporarily is deferred', refused(451, 'elsewhere'), 'deferred'],
    ['to a full mailbox is deferred', refused(452, 'recipient'), 'deferred'],
    ['to an unknown recipient has bounced', refused(550, 'recipient'), 'bounced'],
    ['refused for its content has failed', refused(554, 'elsewhere'), 'failed'],
    ['that cannot be sent has failed', { how: 'unfit', error: 'no' }, 'failed'],
    ['without a reachable server is deferred', { how: 'unreachable', error: 'no' }, 'deferred'],
    [
      'refused by a server that refuses every mail is deferred',
      { how: 'turned away', error: 'no' },
      'deferred',
    ],
    ['interrupted during the data is deferred', lost(false), 'deferred'],
    ['interrupted after the data has an unknown state', lost(true), 'unknown'],
    ['that was not tried is queued again', { how: 'released' }, 'queued'],
    ['claimed by another worker is unchanged', { how: 'fenced' }, undefined],
  ])('%s', (_, outcome, state) => {
    expect(nextState(outcome, 0)?.state).toBe(state)
  })

  test('is retried after a minute, then with doubled pauses up to six hours', () => {
    const minutes = [1, 2, 3, 9, 10, 19].map((tries) => pauseMs(tries) / 60_000)
    expect(minutes).toEqual([1, 2, 4, 256, 360, 360])
    expect(nextState(lost(false), 2)?.waitMs).toBe(4 * 60_000)
  })

  test('fails after three days of retries', () => {
    let waited = 0
    for (let tries = 1; tries < maxTries; tries++) waited += pauseMs(tries)
    expect(waited / (24 * 60 * 60_000)).toBeCloseTo(3, 0)
    expect(nextState(lost(false), maxTries - 2)?.state).toBe('deferred')
    expect(nextState(refused(451, 'elsewhere'), maxTries - 1)?.state).toBe('failed')
  })

  test('counts only tries that were made', () => {
    expect(nextState({ how: 'released' }, 3)?.counts).toBe(false)
    expect(nextState(lost(true), 3)?.counts).toBe(true)
  })
})

test('addresses are removed from server responses', () => {
  expect(withoutAddresses('550 5.1.1 <ada@venue.example>: no such user (ada@venue.example)')).toBe(
    '550 5.1.1 <…>: no such user …',
  )
})

describe('a refused recipient', () => {
  test.each<[number, string, string]>([
    [550, '550 No such user here', 'hard'],
    [550, '550 User unknown', 'hard'],
    [550, '550 <eve@venue.example>: Recipient address does not exist', 'hard'],
    [550, '550 sorry, no mailbox here by that name. (#5.1.1)', 'hard'],
    [550, '550 5.1.1 The email account does not exist', 'hard'],
    [550, '550-5.1.1 The email account\n550 does not exist', 'hard'],
    [550, '550 5.1.2 Host unknown', 'hard'],
    [556, '556 5.1.10 Recipient domain has a null MX', 'hard'],
    [550, '550 relay not permitted', 'soft'],
    [550, '550 Relaying denied', 'soft'],
    [550, '550 Access denied', 'soft'],
    [550, '550 No.', 'soft'],
    [550, '550 Sender address does not exist', 'soft'],
    [550, '550 5.4.5 Daily sending limit exceeded', 'soft'],
    [550, '550 5.7.1 Unknown user or relaying denied', 'soft'],
    [551, '551 User not local', 'soft'],
    [553, '553 Mailbox name not allowed', 'soft'],
    [553, '553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)', 'soft'],
    [552, '552 Mailbox full', 'soft'],
    [552, '552 5.2.2 Mailbox full', 'soft'],
    [550, '550 5.2.2 Over quota', 'soft'],
    [550, '550 5.7.1 Blocked, see https://5.1.1.example', 'soft'],
    [553, '553 5.1.8 Sender address rejected: domain not found', 'soft'],
    [550, '550 5.1.1.9 is no code of ours', 'soft'],
    [554, '554 Service unavailable; client host 5.1.1.1 blocked', 'soft'],
  ])('with the code %i and the response %j is a %s bounce', (code, response, bounce) => {
    expect(bounceOf(code, response)).toBe(bounce)
    const outcome: Outcome = { how: 'refused', code, at: 'recipient', response }
    expect(nextState(outcome, 0)).toMatchObject({ state: 'bounced', bounce })
  })

  test('is a bounce after the last retry if the refusals were temporary; refused content is never a bounce', () => {
    expect(nextState(refused(452, 'recipient'), 0)?.bounce).toBeUndefined()
    expect(nextState(refused(452, 'recipient'), maxTries - 1)?.bounce).toBe('soft')
    expect(nextState(refused(451, 'elsewhere'), maxTries - 1)?.bounce).toBeUndefined()
    expect(nextState(refused(554, 'elsewhere'), 0)?.bounce).toBeUndefined()
  })
})

function lost(ended: boolean): Outcome {
  return { how: 'lost', error: 'gone', ended }
}

test('header text is a single line', () => {
  expect(headerText('Ada\r\nBcc: eve@evil.example')).toBe('Ada Bcc: eve@evil.example')
  expect(headerText(' A\u2028B\tC\0 ')).toBe('A B C')
})

test.each(['ada@venue.example', 'ada+letters@venue.example', 'jörg@venue.example', 'a.b@c'])(
  '%s is an address',
  (address) => {
    expect(isAddress(address)).toBe(true)
  },
)

test.each([
  'ada',
  'ada@venue.example,eve@evil.example',
  'ada@venue.example\r\nBcc: eve@evil.example',
  'ada@venue.example> SIZE=1',
  '"ada eve"@venue.example',
  'ada@b@c',
  '@venue.example',
  `${'a'.repeat(250)}@venue.example`,
])('%j is not an address', (address) => {
  expect(isAddress(address)).toBe(false)
})

test('custom headers cannot set recipients or content type', () => {
  const headers = {
    'List-Unsubscribe': '<https://venue.example/unsubscribe>\r\nBcc: eve@evil.example',
    Bcc: 'eve@evil.example',
    'content-type': 'text/html',
    'X-Odd: Bcc': 'eve@evil.example',
    'reply-to': 'eve@evil.example',
  }
  expect(allowedHeaders(headers)).toEqual({
    'List-Unsubscribe': '<https://venue.example/unsubscribe> Bcc: eve@evil.example',
  })
})

test('a custom Reply-To header is kept only if it is a single address', () => {
  expect(allowedHeaders({ 'Reply-To': 'ada@venue.example' })).toEqual({
    'Reply-To': 'ada@venue.example',
  })
  expect(allowedHeaders({ 'Reply-To': 'ada@venue.example, eve@evil.example' })).toEqual({})
})

test('codeOrLink() finds the code in a mail, otherwise its link', () => {
  expect(codeOrLink('Your code is 481 516? No: 481516.')).toBe('481516')
  expect(codeOrLink('Open https://venue.example/c/12345678 now')).toBe(
    'https://venue.example/c/12345678',
  )
  expect(codeOrLink('Hello')).toBeNull()
})
