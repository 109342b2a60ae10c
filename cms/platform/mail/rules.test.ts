import { describe, expect, test } from 'vitest'
import {
  allowedHeaders,
  bounceOf,
  codeOrLink,
  headerText,
  isAboutSender,
  isAddress,
  mailsInWords,
  maxTries,
  nextState,
  type Outcome,
  pauseMs,
  withoutAddresses,
} from './rules.ts'

const refused = (code: number, at: 'recipient' | 'message' | 'elsewhere'): Outcome => ({
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
    ['refused for its content has failed', refused(554, 'message'), 'failed'],
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
    [550, '550 5.1.1 Mailbox unavailable due to policy: sender blocked by reputation', 'soft'],
    [550, '550 5.1.2 Sender domain must resolve', 'soft'],
    [550, '550 5.1.1 DMARC policy: message rejected', 'soft'],
    [550, '550 rejected, your IP is on a blocklist (#5.1.1)', 'soft'],
    [550, '550 account temporarily unavailable', 'soft'],
    [550, '550 mailbox unavailable, temporary problem', 'soft'],
    [550, '550 Recipient not found, please try again later', 'soft'],
    [550, '550 bulk@example.org: User unknown', 'hard'],
    [550, '550 <policy@x.org>: no such user', 'hard'],
    [550, '550 5.1.1 <spam@dkim.example>: Recipient address rejected: User unknown', 'hard'],
    [550, '550 User unknown (sender@relay.example)', 'hard'],
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
    expect(nextState(refused(554, 'message'), 0)?.bounce).toBeUndefined()
  })

  // The wordings are public: they are in the services' documentation for postmasters and in reports of their users.
  test.each<[string, number, string, string]>([
    [
      'Yahoo',
      554,
      '554 delivery error: dd This user doesn’t have a yahoo.com account (…) [0] - mta1',
      'hard',
    ],
    [
      'Yahoo',
      554,
      "554 delivery error: dd This user doesn't have a ymail.com account (…) [-5]",
      'hard',
    ],
    [
      'Yahoo',
      554,
      '554 delivery error: dd Not a valid recipient - mta4.mail.ne1.yahoo.com',
      'hard',
    ],
    ['Yahoo', 552, '552 1 Requested mail action aborted, mailbox not found', 'hard'],
    ['Yahoo', 554, '554 delivery error: dd Requested mail action aborted', 'soft'],
    ['Yahoo', 552, '552 1 Requested mail action aborted, exceeded storage: mailbox full', 'soft'],
    [
      'Outlook',
      550,
      '550 Requested action not taken: mailbox unavailable (-2019901852:4030)',
      'hard',
    ],
    [
      'Outlook',
      550,
      '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [x.prod.protection.outlook.com]',
      'hard',
    ],
    [
      'Outlook',
      550,
      '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [x.eop-eur.prod.protection.outlook.com]',
      'hard',
    ],
    [
      'Outlook',
      550,
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient … not found by SMTP address lookup',
      'hard',
    ],
    ['Outlook', 550, '550 5.4.1 No answer from host', 'soft'],
    ['Outlook', 550, '550 5.5.0 Message rejected', 'soft'],
    ['Outlook', 550, '550 5.2.2 STOREDRV.Deliver; mailbox full', 'soft'],
    [
      'Gmail',
      550,
      '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking',
      'hard',
    ],
    ['Gmail', 552, '552-5.2.2 The recipient’s inbox is out of storage space', 'soft'],
    ['others', 550, '550 Invalid recipient', 'hard'],
    ['others', 550, '550 Unrouteable address', 'hard'],
    [
      'others',
      550,
      '550-Requested action not taken: mailbox unavailable\n550 invalid DNS MX or A/AAAA resource record',
      'soft',
    ],
    [
      'others',
      550,
      '550 Requested action not taken: mailbox unavailable, rejected for policy reasons',
      'soft',
    ],
    ['others', 450, '450 Requested mail action not taken: mailbox unavailable', 'soft'],
  ])('of %s with the code %i and the response %j is a %s bounce', (_, code, response, bounce) => {
    expect(bounceOf(code, response)).toBe(bounce)
  })

  test('is a bounce also when it is refused after the message was sent, if the mailbox does not exist', () => {
    const response = '554 delivery error: dd This user doesn’t have a yahoo.com account (…) [0]'
    const outcome: Outcome = { how: 'refused', code: 554, at: 'message', response }
    expect(nextState(outcome, 0)).toMatchObject({ state: 'bounced', bounce: 'hard' })
    expect(nextState({ ...outcome, at: 'elsewhere' }, 0)).toMatchObject({ state: 'failed' })
  })
})

test.each([
  // Outlook
  '550 SC-001 (COL004-MC2F25) Unfortunately, messages from 192.0.2.1 weren’t sent. Please contact your Internet service provider since part of their network is on our block list',
  '550 DY-001 Mail rejected by Windows Live Hotmail for policy reasons',
  '421 RP-001 The mail server IP connecting to Outlook.com server has exceeded the rate limit allowed',
  // Yahoo and AOL
  '553 Mail from 192.0.2.1 not allowed - [BL21] Connections will not be accepted',
  '571 Message not allowed - [PH01] Email not accepted for policy reasons',
  '421 Message from (192.0.2.1) temporarily deferred - [TS01]',
  '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints',
  '554- (RTR:BB) https://postmaster.aol.com',
  // Gmail
  '550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail',
  '421-4.7.28 Gmail has detected an unusual rate of email',
  // Others
  '554 Your access to this mail system has been rejected due to the sending MTA’s poor reputation.',
  '554-Connections from this sending hostname are being rejected due to poor senderbase score',
  '554 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  '550 Rejected: listed at bl.spamcop.net',
  '550 High probability of spam',
  '550 5.2.0 Mail rejected. OFR_506 [506]',
  '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help) (BL)',
  '550 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1',
  '550 Your IP address has been blacklisted',
  '451 Too many connections, try again later',
  '550 5.4.5 Daily sending limit exceeded',
  '550 Sender verify failed',
  '554 Message rejected due to SPF',
])('the refusal %j is about the sender', (response) => {
  expect(isAboutSender(response)).toBe(true)
  expect(bounceOf(550, response)).toBe('soft')
})

test.each([
  '552 Mailbox full',
  '552 5.2.2 Over quota',
  '550 No.',
  '550 User unknown',
  '550 This account has been disabled or discontinued',
  '550 The account is blocked',
  '452 4.2.2 Mailbox full, ask the sender to try again',
  '550 Requested action not taken: mailbox unavailable',
  '550 <reputation@venue.example>: No.',
])('the refusal %j is not about the sender', (response) =>
  expect(isAboutSender(response)).toBe(false),
)

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

test('mails are counted in words', () => {
  expect([0, 1, 2].map(mailsInWords)).toEqual(['0 mails', '1 mail', '2 mails'])
})
