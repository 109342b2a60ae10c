/**
 * What a mail in the outbox can be. Only the first two are taken by a worker; what is `held` waits
 * until somebody lets it go on.
 */
export const mailStates = [
  'queued',
  'deferred',
  'sending',
  'sent',
  'bounced',
  'failed',
  'unknown',
  'cancelled',
  'held',
] as const
export type MailState = (typeof mailStates)[number]

/** Why a mail is sent. */
export const mailKinds = [
  'confirm_subscription',
  'leave_link',
  'welcome',
  'birthday',
  'letter',
  'sign_in_code',
  'security',
  'staff',
  'test',
] as const
export type MailKind = (typeof mailKinds)[number]

/** These go only to whoever wants letters at the time. */
export const letterKinds: readonly MailKind[] = ['welcome', 'birthday', 'letter']

/** What they carry opens a door: only admins read them, and they read everything anyway. */
export const secretKinds: readonly MailKind[] = [
  'confirm_subscription',
  'leave_link',
  'sign_in_code',
  'security',
  'staff',
]

/** Smaller goes first: somebody waits for a code with the page open, nobody for a letter. */
export const priorities = { code: 0, transactional: 10, letter: 100 } as const

/** For how many days it is kept what a mail said and whom it went to. */
export const keptDays = 30

/** A mail that has been due for so long shows as late. */
export const overdueMs = 2 * 60_000

const firstPauseMs = 60_000
const longestPauseMs = 6 * 60 * 60_000
/** One minute doubling to six hours: the pauses after so many tries come to three days. */
export const mostTries = 20

/** How long a mail rests after its n-th try, counted from 1. */
export const pauseMs = (tries: number): number =>
  Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)

/** How one try to hand a mail to the server went. */
export type Outcome =
  /** The server said 250 to the whole message. */
  | { how: 'accepted'; response: string }
  /** The server said no, and with which code. */
  | { how: 'refused'; code: number; at: 'recipient' | 'elsewhere'; response: string }
  /** It can never be sent as it is, to whatever server. */
  | { how: 'unfit'; error: string }
  /** There was no connection, or none that could be logged in on. */
  | { how: 'unreachable'; error: string }
  /** It was refused as all are: that says nothing of this one. */
  | { how: 'turned away'; error: string }
  /** The connection broke. `ended`: the message’s last bytes had been written by then. */
  | { how: 'lost'; error: string; ended: boolean }
  /** Nobody was to send it any more: another worker has it. */
  | { how: 'fenced' }
  /** It was not tried. */
  | { how: 'released' }

/** A mail that came back. `hard`: there is no such mailbox, so none will ever arrive there. */
export type Bounce = 'hard' | 'soft'

/** What is told of a mail after it was handed over, or of one refused at its reader's door. */
export const mailNews = ['delivered', 'soft', 'hard', 'complaint'] as const
export type MailNews = (typeof mailNews)[number]

// RFC 3463 and 7504: no such mailbox, no such domain, no address at all, moved away, takes no mail.
const noMailbox = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']
const mailbox = '(?:user|mailbox|recipient|account|address)'
const saysNoMailbox = new RegExp(
  [
    `\\bno such ${mailbox}\\b`,
    `\\bno mailbox (?:here )?by that name\\b`,
    `\\b(?:unknown|non-?existent) ${mailbox}\\b`,
    `\\b${mailbox} (?:is )?(?:unknown|not found)\\b`,
    `\\b${mailbox} (?:does not|doesn['’]t) exist\\b`,
  ].join('|'),
  'i',
)
const isAboutUs = /\b(?:sender|relay\w*|client|denied|blocked|policy|spf|dkim|dmarc)\b/i

/**
 * Why a server refused a recipient for good. Only one that says clearly that there is no such mailbox
 * is believed to mean that: whatever else it says may be about us, our address or our quota, and would
 * cost a reader who wants letters.
 * @param response what the server said, beginning with its code
 */
export function bounceOf(code: number, response: string): Bounce {
  const [, first, last] =
    /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?!\.?\d)|\(#(5\.\d{1,3}\.\d{1,3})\)/.exec(response) ?? []
  const extended = first ?? last
  if (extended) return noMailbox.includes(extended) ? 'hard' : 'soft'
  const isHard = code === 550 && saysNoMailbox.test(response) && !isAboutUs.test(response)
  return isHard ? 'hard' : 'soft'
}

/** Whether the server said no to the whole, and that it need not be asked again. */
export const isRefusedForGood = (outcome: Outcome): boolean =>
  outcome.how === 'refused' && outcome.code >= 500

/** Why mails had better wait: the server is away, or takes none from us. Null where that is not so. */
export function troubleOf(outcome: Outcome): string | null {
  if (outcome.how === 'unreachable' || outcome.how === 'turned away') return outcome.error
  return isClosing(outcome) ? 'It takes no more mails for now.' : null
}

/** Whether the server said that it takes no more for now, from whomever (RFC 5321, 3.8). */
export const isClosing = (outcome: Outcome): boolean =>
  outcome.how === 'refused' && outcome.code === 421

/** What a server said, without whom it was about. */
export const withoutAddresses = (text: string): string => text.replace(/[^\s<>]+@[^\s<>]+/g, '…')

/** What becomes of the row. `waitMs`: until the next try, where there is one. */
export type Settlement = {
  state: MailState
  waitMs: number
  counts: boolean
  response: string | null
  error: string | null
  /** Where the reader's server does not take it. */
  bounce?: Bounce
}

/**
 * What an outcome makes of a mail.
 * @param tries how often it had been tried before
 * @returns null where it is no longer ours to say
 */
export function settle(outcome: Outcome, tries: number): Settlement | null {
  const is = (state: MailState, rest: Partial<Settlement> = {}): Settlement => ({
    state,
    waitMs: 0,
    counts: true,
    response: null,
    error: null,
    ...rest,
  })
  const later = (rest: Partial<Settlement>) =>
    tries + 1 >= mostTries
      ? is('failed', rest)
      : is('deferred', { ...rest, waitMs: pauseMs(tries + 1) })
  switch (outcome.how) {
    case 'accepted':
      return is('sent', { response: outcome.response })
    case 'refused': {
      const { at, code, response } = outcome
      if (!isRefusedForGood(outcome)) {
        const settled = later({ response })
        const comesBack = settled.state === 'failed' && at === 'recipient'
        return comesBack ? { ...settled, bounce: 'soft' } : settled
      }
      if (at === 'elsewhere') return is('failed', { response })
      return is('bounced', { response, bounce: bounceOf(code, response) })
    }
    case 'unfit':
      return is('failed', { error: outcome.error })
    case 'unreachable':
    case 'turned away':
      return later({ error: outcome.error })
    case 'lost':
      return outcome.ended
        ? is('unknown', { error: outcome.error })
        : later({ error: outcome.error })
    case 'released':
      return is('queued', { counts: false })
    case 'fenced':
      return null
  }
}

/** Text that fits into one header: no line breaks or other controls, no runs of spaces. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** An address has no more characters (RFC 5321, erratum 1690). */
export const longestAddress = 254

/** Whether a mail can be addressed so: one address, in which nothing could begin another. */
export const isAddress = (address: string): boolean =>
  address.length <= longestAddress &&
  /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(address)

// What says who sends a mail to whom is the outbox’s to write.
const reserved =
  /^(from|sender|reply-to|to|cc|bcc|subject|date|message-id|return-path|received|mime-version|dkim-signature|content-.*)$/i

/** The headers of these that a mail may carry beside its own, each on one line. */
export function ownHeaders(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => /^[a-z0-9-]+$/i.test(name) && !reserved.test(name),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, headerText(value)]))
}

/** The code a mail carries, or else its first link; null where it has neither. */
export const codeOrLink = (text: string): string | null =>
  /(?<![\d/=-])\d{6}(?![\d-])/.exec(text)?.[0] ?? /https?:\/\/[^\s<>"]+/.exec(text)?.[0] ?? null

/** Stands for the server's answer where there is no mail server: the mail is read in the admin. */
export const keptResponse = 'Kept in the mailbox.'
