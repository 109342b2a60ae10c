import { describe, expect, test } from 'vitest'
import {
  bounceOf,
  codeOrLink,
  headerText,
  isAddress,
  mostTries,
  type Outcome,
  ownHeaders,
  pauseMs,
  settle,
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
    ['refused for now is tried later', refused(451, 'elsewhere'), 'deferred'],
    ['whose reader’s box is full is tried later', refused(452, 'recipient'), 'deferred'],
    ['to nobody has bounced', refused(550, 'recipient'), 'bounced'],
    ['that is not wanted has failed', refused(554, 'elsewhere'), 'failed'],
    ['that nobody could take has failed', { how: 'unfit', error: 'no' }, 'failed'],
    ['for which no server is there waits', { how: 'unreachable', error: 'no' }, 'deferred'],
    ['refused as all are waits', { how: 'turned away', error: 'no' }, 'deferred'],
    ['cut off in the middle is tried later', lost(false), 'deferred'],
    ['cut off after its end may have arrived', lost(true), 'unknown'],
    ['that was not tried is back in the queue', { how: 'released' }, 'queued'],
    ['of another worker is left alone', { how: 'fenced' }, undefined],
  ])('%s', (_, outcome, state) => {
    expect(settle(outcome, 0)?.state).toBe(state)
  })

  test('rests for a minute first, then for twice as long each time, up to six hours', () => {
    const minutes = [1, 2, 3, 9, 10, 19].map((tries) => pauseMs(tries) / 60_000)
    expect(minutes).toEqual([1, 2, 4, 256, 360, 360])
    expect(settle(lost(false), 2)?.waitMs).toBe(4 * 60_000)
  })

  test('is given up when three days have been tried', () => {
    let waited = 0
    for (let tries = 1; tries < mostTries; tries++) waited += pauseMs(tries)
    expect(waited / (24 * 60 * 60_000)).toBeCloseTo(3, 0)
    expect(settle(lost(false), mostTries - 2)?.state).toBe('deferred')
    expect(settle(refused(451, 'elsewhere'), mostTries - 1)?.state).toBe('failed')
  })

  test('that was not tried has no try counted', () => {
    expect(settle({ how: 'released' }, 3)?.counts).toBe(false)
    expect(settle(lost(true), 3)?.counts).toBe(true)
  })
})

test('what a server said is kept without whom it was about', () => {
  expect(withoutAddresses('550 5.1.1 <ada@venue.example>: no such user (ada@venue.example)')).toBe(
    '550 5.1.1 <…>: no such user …',
  )
})

describe('a recipient that is refused', () => {
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
  ])('with %i, %j, bounces %s', (code, response, bounce) => {
    expect(bounceOf(code, response)).toBe(bounce)
    const outcome: Outcome = { how: 'refused', code, at: 'recipient', response }
    expect(settle(outcome, 0)).toMatchObject({ state: 'bounced', bounce })
  })

  test('for now bounces when it is given up, and what is refused for its words never does', () => {
    expect(settle(refused(452, 'recipient'), 0)?.bounce).toBeUndefined()
    expect(settle(refused(452, 'recipient'), mostTries - 1)?.bounce).toBe('soft')
    expect(settle(refused(451, 'elsewhere'), mostTries - 1)?.bounce).toBeUndefined()
    expect(settle(refused(554, 'elsewhere'), 0)?.bounce).toBeUndefined()
  })
})

function lost(ended: boolean): Outcome {
  return { how: 'lost', error: 'gone', ended }
}

test('a name stays on its line', () => {
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
])('%j is none', (address) => {
  expect(isAddress(address)).toBe(false)
})

test('a mail brings no headers that say who sends it to whom', () => {
  const headers = {
    'List-Unsubscribe': '<https://venue.example/unsubscribe>\r\nBcc: eve@evil.example',
    Bcc: 'eve@evil.example',
    'content-type': 'text/html',
    'X-Odd: Bcc': 'eve@evil.example',
  }
  expect(ownHeaders(headers)).toEqual({
    'List-Unsubscribe': '<https://venue.example/unsubscribe> Bcc: eve@evil.example',
  })
})

test('the code of a mail is found, or else its link', () => {
  expect(codeOrLink('Your code is 481 516? No: 481516.')).toBe('481516')
  expect(codeOrLink('Open https://venue.example/c/12345678 now')).toBe(
    'https://venue.example/c/12345678',
  )
  expect(codeOrLink('Hello')).toBeNull()
})
