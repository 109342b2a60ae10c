import { describe, expect, test } from 'vitest'
import { cellTextsOf, columnsOf, mayTellDeparture } from './columns.ts'
import { standingOf, stateOf } from './signs.ts'

/** What a row says, by the headers and cells of a list. */
const standing = (row: Record<string, string>) => {
  const columns = columnsOf(['email', ...Object.keys(row)])
  return standingOf(cellTextsOf(['ada@venue.example', ...Object.values(row)], columns), null)
}

describe('a row leaves', () => {
  test.each<[string, Record<string, string>, string]>([
    ['Mailchimp', { UNSUB_TIME: '2020-01-02 03:04:05', MEMBER_RATING: '2' }, 'unsubscribed'],
    [
      'Mailchimp',
      { OPTIN_TIME: '2020-01-02 03:04:05', UNSUB_CAMPAIGN_TITLE: 'May' },
      'unsubscribed',
    ],
    ['Mailchimp', { UNSUB_REASON: 'NORMAL' }, 'unsubscribed'],
    ['Mailchimp', { CLEAN_TIME: '2020-01-02 03:04:05' }, 'bounced'],
    ['Substack', { active_subscription: 'true', email_disabled: 'true' }, 'unsubscribed'],
    ['Ghost', { subscribed_to_emails: 'false', deleted_at: '' }, 'unsubscribed'],
    ['Ghost', { subscribed: 'false' }, 'unsubscribed'],
    [
      'Ghost',
      { subscribed_to_emails: 'true', deleted_at: '2020-01-02T03:04:05.000Z' },
      'unsubscribed',
    ],
    ['Beehiiv', { status: 'inactive' }, 'unsubscribed'],
    ['Kit', { status: 'cancelled' }, 'unsubscribed'],
    ['Kit', { status: 'Bounced' }, 'bounced'],
    ['MailerLite', { Subscribed: '2019-01-02', Unsubscribed: '2020-01-02 03:04' }, 'unsubscribed'],
    ['MailerLite', { Status: 'junk' }, 'complained'],
    ['Brevo', { EMAIL_BLACKLIST: '1' }, 'unsubscribed'],
    ['Brevo', { Blocklisted: 'Yes', SMS: '' }, 'unsubscribed'],
    ['Campaign Monitor', { 'Unsubscribed Date': '02 Jan 2020' }, 'unsubscribed'],
    ['Listmonk', { status: 'blocklisted' }, 'complained'],
    ['phpList', { confirmed: '1', blacklisted: '1', disabled: '0' }, 'unsubscribed'],
    ['Buttondown', { subscriber_type: 'unsubscribed' }, 'unsubscribed'],
    ['Shopify', { 'Accepts Email Marketing': 'no' }, 'unsubscribed'],
    ['a list with other spellings', { ' Un-Subscribed ': ' TRUE ' }, 'unsubscribed'],
    ['a German list', { Abgemeldet: 'ja' }, 'unsubscribed'],
    ['a spreadsheet', { 'Opted out': 'x' }, 'unsubscribed'],
    ['a spreadsheet', { 'opt-out': '✓' }, 'unsubscribed'],
    ['a spreadsheet', { 'Unsubscribed from list (GMT)': '1/2/2020' }, 'unsubscribed'],
    ['a German list', { Kündigung: '31.12.2019' }, 'unsubscribed'],
    ['a German list', { Austritt: 'ja' }, 'unsubscribed'],
    ['a German list', { Austrittsdatum: '31.12.2019' }, 'unsubscribed'],
    ['a German list', { 'Einwilligung widerrufen': 'x' }, 'unsubscribed'],
    ['a spreadsheet', { 'Removed from list': '2019' }, 'unsubscribed'],
    ['a spreadsheet', { 'GDPR erasure requested': 'yes' }, 'unsubscribed'],
    ['a spreadsheet', { 'Consent withdrawn': '✓' }, 'unsubscribed'],
    ['a spreadsheet', { 'Date of withdrawal': '1/2/2020' }, 'unsubscribed'],
    ['a spreadsheet', { 'consent revoked': 'true' }, 'unsubscribed'],
    ['Constant Contact', { 'Email permission status': 'Unsubscribed' }, 'unsubscribed'],
    ['Klaviyo', { 'Email Suppressions': "['SPAM_COMPLAINT']" }, 'unsubscribed'],
    ['HubSpot', { 'Email hard bounce reason': 'UNKNOWN_USER' }, 'bounced'],
    ['HubSpot', { 'Invalid email address': 'true' }, 'bounced'],
    ['Mailjet', { is_excluded: 'true' }, 'unsubscribed'],
    ['a list of a venue', { 'Global Suppression': 'yes' }, 'unsubscribed'],
    ['a German list', { 'Kein Newsletter': 'ja' }, 'unsubscribed'],
    ['a spreadsheet', { 'Date of leaving': '1/2/2020' }, 'unsubscribed'],
    ['a spreadsheet', { 'Leave date': '1/2/2020' }, 'unsubscribed'],
    ['a spreadsheet', { leaveReason: 'moved' }, 'unsubscribed'],
    ['a spreadsheet', { left_at: 'some time in May' }, 'unsubscribed'],
    ['a spreadsheet', { state: 'Consent withdrawn' }, 'unsubscribed'],
    ['a spreadsheet', { subscribed: 'revoked' }, 'unsubscribed'],
    ['a German list', { Status: 'Widerrufen' }, 'unsubscribed'],
    ['a Russian list', { status: 'Отписан' }, 'unsubscribed'],
    ['a Chinese list', { status: '已退订' }, 'unsubscribed'],
    [
      'a list with two columns',
      { status: 'active', 'Email status': 'Unsubscribed by admin' },
      'unsubscribed',
    ],
    [
      'a list with all of them',
      { bounced: 'yes', unsubscribed: '1', complained_at: '2020-01-02' },
      'complained',
    ],
  ])('of %s with %j', (_, row, state) => {
    expect(standing(row).stop).toBe(state)
  })
})

describe('a row does not leave', () => {
  test.each<[string, Record<string, string>]>([
    [
      'Mailchimp',
      { UNSUB_TIME: '', OPTIN_TIME: '2020-01-02', CONFIRM_TIME: '2020-01-02', TAGS: '' },
    ],
    [
      'Substack, whose readers without a paid subscription have',
      { active_subscription: 'false', email_disabled: 'false' },
    ],
    ['Ghost', { subscribed_to_emails: 'true', complimentary_plan: 'false', deleted_at: '' }],
    ['MailerLite', { Subscribed: '2019-01-02', Unsubscribed: '0000-00-00 00:00:00' }],
    ['Brevo', { EMAIL_BLACKLIST: '0', SMS_BLACKLIST: '1' }],
    [
      'a spreadsheet',
      { unsubscribed: 'FALSE', 'opted out': 'nein', bounced: '-', complained: 'n/a' },
    ],
    ['a spreadsheet', { 'Unsubscribe link': 'https://x.example/u/1', 'Unsubscribe count': '3' }],
    ['Constant Contact', { 'Email permission status': 'Implicit' }],
    ['Klaviyo', { 'Email Suppressions': '[]' }],
    ['HubSpot', { 'Email hard bounce reason': '', 'Invalid email address': 'false' }],
    ['a spreadsheet', { newsletter: 'Weekly', active: 'ja' }],
    ['a spreadsheet', { 'Credits left': '3', Cleaves: 'x', Kündigungsfrist: '4 Wochen' }],
    ['a spreadsheet', { 'GDPR consent': 'yes', 'Removed from list': 'no' }],
  ])('of %s %j', (_, row) => {
    expect(standing(row)).toMatchObject({ stop: null, unfit: [] })
  })
})

describe('a cell that can’t be understood lets nobody get letters', () => {
  const unreadable = [
    'Отписан',
    '退订',
    '離開',
    'Απεγγραφή',
    '2019-01-01 (left)',
    'Отписан 1',
    '1 Отписан',
    '⛔',
    '☐',
    '*',
    'withdrawn',
    'revoked',
    'no longer',
    'Нет',
    'いいえ',
    'never',
    'none',
    '✓ Отписан',
    '✓✗',
  ]
  test.each(
    unreadable.flatMap((text) =>
      ['state', 'subscribed', 'confirmed'].map((column) => [column, text] as const),
    ),
  )('%s %j', (column, text) => {
    const { unfit, stop, isPending } = standing({ [column]: text })
    const isUnfit = unfit.some(({ cell }) => cell === `${column} “${text}”`)
    expect(isUnfit || stop !== null || isPending).toBe(true)
    if (column === 'confirmed') expect(isPending || stop !== null).toBe(true)
  })

  test.each(['✗', '✘', '❌', '🚫', ' ✗ '])('the cross %j means no', (text) => {
    expect(standing({ state: text }).stop).toBe('unsubscribed')
    expect(standing({ subscribed: text }).stop).toBe('unsubscribed')
    expect(standing({ confirmed: text }).isPending).toBe(true)
    expect(standing({ unsubscribed: text }).stop).toBeNull()
  })

  test.each(['●', '☒', '*', 'Да', '是'])('the mark %j in a column of departures counts', (text) => {
    expect(standing({ unsubscribed: text }).stop).toBe('unsubscribed')
  })
})

test.each([
  '',
  ' ',
  '-',
  '—',
  '–',
  '−',
  '?',
  '\u200b',
  '\ufeff',
  '\u00a0-',
  'null',
  'yes',
  '✓',
  '✔️',
  'ＹＥＳ',
  'double opt-in',
  '2020-01-02',
  '2020-01-02T03:04:05.678Z',
  '02 Jan 2020 3:04 pm',
  '1/2/2020 03:04:05 UTC',
])('the cell %j in a column that says who gets letters is understood', (text) => {
  for (const column of ['state', 'subscribed']) {
    expect(standing({ [column]: text })).toMatchObject({ stop: null, isPending: false, unfit: [] })
  }
  if (text !== 'null') {
    expect(standing({ confirmed: text })).toMatchObject({ stop: null, isPending: false, unfit: [] })
  }
})

test('a header that may name a departure is noticed', () => {
  for (const header of [
    'Cancelled',
    'Gesperrt',
    'Membership ended',
    'Gone?',
    'Austritt',
    'status',
    'GDPR consent',
    'Darf keine Post bekommen',
    'Leave a comment',
    '수신거부',
  ])
    expect(mayTellDeparture(header), header).toBe(true)
  for (const header of ['email', 'Name', 'Notes', 'Stadt', 'Shoe size'])
    expect(mayTellDeparture(header), header).toBe(false)
})

test.each(['Leave a comment', 'Leave us a message', 'Annual leave', 'Leave feedback'])(
  'a column “%s” is not one of departures',
  (header) => expect(standing({ [header]: 'Lovely letter!' }).stop).toBeNull(),
)

test('the time of leaving does not change a state that stops letters', () => {
  expect(standing({ state: 'bounced', left_at: '2020-01-02' }).stop).toBe('bounced')
})

test('whoever has not confirmed the address is pending', () => {
  expect(standing({ confirmed: '0' }).isPending).toBe(true)
  expect(standing({ status: 'Unconfirmed' }).isPending).toBe(true)
  expect(standing({ confirmed: '2020-01-02' }).isPending).toBe(false)
})

test('a time of leaving that is stored already says nothing new', () => {
  const left_at = '2026-01-02T03:04:05.000Z'
  expect(standingOf({ left_at }, { left_at }).stop).toBeNull()
  expect(standingOf({ left_at }, { left_at: '' }).stop).toBe('unsubscribed')
})

test('the state names of other services are recognised', () => {
  expect(
    ['', 'Subscribed', 'cleaned', 'TRUE', 'false', 'Bounced'].map((word) => stateOf(word)),
  ).toEqual([null, 'active', 'bounced', 'active', 'unsubscribed', 'bounced'])
  expect(() => stateOf('asleep')).toThrow('The state is none')
})
