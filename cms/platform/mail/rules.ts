import { asWords } from '../ui/as-words.ts'

/** States of a mail. Workers take `queued` and `deferred` mails; `held` mails wait until staff resume the letter. */
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

/** A mail with a smaller number is sent first. */
export const priorities = { code: 0, transactional: 10, paced: 50, letter: 100 } as const

/** The pause between two mails of the priority `paced`. */
export const pacedEveryMs = 12_000

/**
 * The priority whose mails come first at the n-th claim of a worker; null if the mails are claimed in the order
 * of their priorities. Of ten claims, three prefer transactional mails and one prefers letters. Many mails of
 * one priority therefore delay mails of another priority, but do not stop them.
 */
export const preferredPriority = (claim: number): number | null => {
  if (claim % 10 === 9) return priorities.letter
  return claim % 3 === 1 ? priorities.transactional : null
}

/** How long the content and recipient of a mail are stored, in days. */
export const keptDays = 30

/** After this time a due mail counts as late. */
export const overdueMs = 2 * 60_000

const firstPauseMs = 60_000
const maxPauseMs = 6 * 60 * 60_000
/** With pauses from one minute to six hours the tries take three days. */
export const maxTries = 20

/** The pause after the n-th try, counted from 1. */
export const pauseMs = (tries: number): number =>
  Math.min(firstPauseMs * 2 ** (tries - 1), maxPauseMs)

/** The outcome of one try to hand a mail to the server. */
export type Outcome =
  /** The server answered 250 to the whole message. */
  | { how: 'accepted'; response: string }
  /** `at`: whether the server refused the recipient (`RCPT TO`), the message (`DATA`), or anything else. */
  | { how: 'refused'; code: number; at: 'recipient' | 'message' | 'elsewhere'; response: string }
  /** No server would accept the mail. */
  | { how: 'unfit'; error: string }
  | { how: 'unreachable'; error: string }
  /** The server refuses every mail; the refusal is not about this mail. */
  | { how: 'turned away'; error: string }
  /** The connection broke. `ended`: whether the message's last bytes had been written. */
  | { how: 'lost'; error: string; ended: boolean }
  /** Another worker has taken the mail. */
  | { how: 'fenced' }
  /** The worker gives the mail back before it was handed over. This does not count as a try. */
  | { how: 'released' }

/** `hard`: the mailbox does not exist. */
export type Bounce = 'hard' | 'soft'

/**
 * What a mail service reports about a mail; `soft` and `hard` are bounces, including refusals at hand-over.
 */
export const mailEventKinds = ['delivered', 'soft', 'hard', 'complaint'] as const

// RFC 3463 and 7504: bad mailbox, bad domain, bad syntax, mailbox moved, null MX.
const noMailbox = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']
// Codes of RFC 3463 that do not say what is wrong. Outlook sends the last two for addresses that do not exist.
const unspecific = ['5.0.0', '5.5.0', '5.4.1']
const mailbox = '(?:user|mailbox|recipient|account|address)'
const noMailboxPattern = new RegExp(
  [
    `\\bno such (?:${mailbox}|person)\\b`,
    `\\bno mailbox (?:here )?by that name\\b`,
    `\\b(?:unknown|non-?existent|invalid) ${mailbox}\\b`,
    `\\bnot a valid ${mailbox}\\b`,
    `\\b${mailbox} (?:is )?(?:unknown|not found|invalid)\\b`,
    `\\b${mailbox} (?:does not|doesn['’]t) exist\\b`,
    `\\buser (?:does not|doesn['’]t) have an? [\\w.]+ account\\b`,
    `\\bmailbox (?:is )?unavailable\\b`,
    `\\bunrouteable address\\b`,
  ].join('|'),
  'i',
)
/** Outlook's answer for an address that its directory does not contain. */
const isUnknownToOutlook = (response: string) =>
  /\b5\.4\.1 Recipient address rejected: Access denied\b/i.test(response)
const senderPattern = /\b(?:relay\w*|client|denied|blocked|policy|dns)\b/i

const temporaryPattern = /\b(?:temporar(?:y|ily)|(?:try|retry)(?: again)? later)\b/i

/**
 * Classifies a permanent refusal of a recipient. It is `hard` only if the response clearly says that the
 * mailbox does not exist: other refusals may be about the sender or a quota, also if they have the code of a missing
 * mailbox.
 * @param response begins with the code
 */
export function bounceOf(code: number, response: string): Bounce {
  const [, first, last] =
    /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?!\.?\d)|\(#(5\.\d{1,3}\.\d{1,3})\)/.exec(response) ?? []
  const extended = first ?? last
  if (extended && ![...noMailbox, ...unspecific].includes(extended)) return 'soft'
  // An address may contain any word: `bulk@venue.example`.
  const words = withoutAddresses(response)
  if (isAboutSender(words) || temporaryPattern.test(words)) return 'soft'
  if (extended && noMailbox.includes(extended)) return 'hard'
  if (isUnknownToOutlook(words)) return 'hard'
  const isHard =
    code >= 550 && code <= 554 && noMailboxPattern.test(words) && !senderPattern.test(words)
  return isHard ? 'hard' : 'soft'
}

const fullMailbox =
  /\b(?:over ?quota|(?:mailbox|inbox) (?:is )?(?:over quota|full)|quota exceeded|insufficient (?:system )?storage)\b/i
const aboutSenderPattern = new RegExp(
  [
    // In RFC 3463 the status codes x.7.x (security and policy) concern the sender, not the mailbox.
    '\\b[45]\\.7\\.\\d{1,3}\\b',
    '\\b(?:reputation|sender|spf|dkim|dmarc|dnsbl|rbl|ptr|rdns|reverse dns|policy|policies)\\b',
    '\\b(?:black|block|deny)[ -]?list(?:s|ed|ing)?\\b',
    '\\b(?:spam|spammy|spammers?|spamming|unsolicited|junk|bulk) ?(?:e?mails?|messages?)?\\b',
    '\\b(?:spamhaus|spamcop|senderbase|sorbs|uceprotect|barracuda\\w*|proofpoint|cloudmark)\\b',
    '\\b(?:client|sending|connecting) (?:host|hostname|server|mta|ip)\\b',
    '\\b(?:your|dynamic) (?:ip|server|mta|host|domain|network|mail server|mail system)\\b',
    '\\bip(?: address)?(?: is|=| has| \\[| \\d)',
    '(?<!\\b(?:user|mailbox|recipient|account) (?:is |was |has been )?)\\bblocked\\b',
    '\\b(?:rate|connection|sending) limits?\\b',
    '\\btoo many (?:e?mails|messages|connections|sessions|recipients|complaints)\\b',
    '\\b(?:throttl|gr[ea]y-?list)\\w*',
    '\\b(?:user|spam) complaints?\\b',
    // Codes of Outlook, Yahoo, AOL, Comcast and Orange.
    '\\b(?:SC|DY|OU|RP)-\\d{3}\\b',
    '\\[(?:TSS?|BL|PH|GL|IPTS)\\d{2}\\]',
    '\\((?:RLY|RTR|DYN|CON|HVU|BL)(?::\\w+)?\\)|\\bRLY:\\w',
    '\\bBL\\d{6}\\b',
    '\\bOFR_?\\d{3}',
  ].join('|'),
  'i',
)

/**
 * Whether a refusal is about the sender: its reputation, its address, how much it sends, or what it sent. Such a refusal
 * says nothing about the recipient.
 */
export const isAboutSender = (response: string): boolean =>
  aboutSenderPattern.test(withoutAddresses(response)) && !fullMailbox.test(response)

export const isRefusedForGood = (outcome: Outcome): boolean =>
  outcome.how === 'refused' && outcome.code >= 500

/** The reason why no mail can be sent for now, if the outcome shows one; otherwise null. */
export function troubleOf(outcome: Outcome): string | null {
  if (outcome.how === 'unreachable' || outcome.how === 'turned away') return outcome.error
  return isClosing(outcome) ? 'It takes no more mails for now.' : null
}

/** Prefix of the error of a mail whose content could not be rendered. */
export const notWrittenPrefix = 'It could not be written: '
/** Prefix of the error of mails while the server refuses all of them. */
export const refusesAllPrefix = 'The mail server refuses all: '

/** Whether the server closes the connection (RFC 5321, 3.8). */
export const isClosing = (outcome: Outcome): boolean =>
  outcome.how === 'refused' && outcome.code === 421

export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>]+/g, (word) => (word.slice(1, -1).includes('@') ? '…' : word))

/**
 * The new state of a mail. `waitMs`: the pause before the next try. `counts`: whether the outcome counts as
 * a try.
 */
export type Settlement = {
  state: MailState
  waitMs: number
  counts: boolean
  response: string | null
  error: string | null
  /** Set if the recipient's server refused the mail. */
  bounce?: Bounce
}

/**
 * The state of a mail after an outcome.
 * @param tries the number of tries before the one with this outcome
 * @returns null if another worker has taken the mail and decides its state
 */
export function nextState(outcome: Outcome, tries: number): Settlement | null {
  const settled = (state: MailState, rest: Partial<Settlement> = {}): Settlement => ({
    state,
    waitMs: 0,
    counts: true,
    response: null,
    error: null,
    ...rest,
  })
  const deferredOrFailed = (rest: Partial<Settlement>) =>
    tries + 1 >= maxTries
      ? settled('failed', rest)
      : settled('deferred', { ...rest, waitMs: pauseMs(tries + 1) })
  switch (outcome.how) {
    case 'accepted':
      return settled('sent', { response: outcome.response })
    case 'refused': {
      const { at, code, response } = outcome
      if (!isRefusedForGood(outcome)) {
        const retry = deferredOrFailed({ response })
        const bounces = retry.state === 'failed' && at === 'recipient'
        return bounces ? { ...retry, bounce: 'soft' } : retry
      }
      const bounce = bounceOf(code, response)
      // Some servers, such as Yahoo's, look for the mailbox only when they have the message.
      const isBounce = at === 'recipient' || (at === 'message' && bounce === 'hard')
      return isBounce ? settled('bounced', { response, bounce }) : settled('failed', { response })
    }
    case 'unfit':
      return settled('failed', { error: outcome.error })
    case 'unreachable':
    case 'turned away':
      return deferredOrFailed({ error: outcome.error })
    case 'lost':
      return outcome.ended
        ? settled('unknown', { error: outcome.error })
        : deferredOrFailed({ error: outcome.error })
    case 'released':
      return settled('queued', { counts: false })
    case 'fenced':
      return null
  }
}

/** Text for one header: without line breaks, other controls and repeated spaces. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Maximum length of an address, in characters (RFC 5321, erratum 1690). */
export const maxAddressLength = 254

/** Whether a text is one address. Characters that could begin another address are refused. */
export const isAddress = (address: string): boolean =>
  address.length <= maxAddressLength &&
  /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(address)

// Headers that only the outbox writes.
const reserved =
  /^(from|sender|reply-to|to|cc|bcc|subject|date|message-id|return-path|received|mime-version|dkim-signature|content-.*)$/i

/** The headers that a mail may add to those of the outbox, each on one line. `Reply-To` must be a single address. */
export function allowedHeaders(headers: Record<string, string>): Record<string, string> {
  const allowed = Object.entries(headers).filter(([name, value]) =>
    name === 'Reply-To' ? isAddress(value) : /^[a-z0-9-]+$/i.test(name) && !reserved.test(name),
  )
  return Object.fromEntries(allowed.map(([name, value]) => [name, headerText(value)]))
}

/** The code in a text; without a code, the first link; null if the text has neither. */
export const codeOrLink = (text: string): string | null =>
  /(?<![\d/=-])\d{6}(?![\d-])/.exec(text)?.[0] ?? /https?:\/\/[^\s<>"]+/.exec(text)?.[0] ?? null

/** The response of a mail that stayed in the mailbox because there is no mail server. */
export const keptResponse = 'Kept in the mailbox.'

/** A mail's state for staff. Mails that are only kept in the mailbox also have the state `sent`. */
export const mailStateText = ({
  state,
  response,
}: {
  state?: string | null
  response?: string | null
}): string => (response === keptResponse ? 'Not sent' : asWords(state ?? ''))

/**
 * How many mails go to guests: `1 mail` or `3 mails`. This is what every screen counts when it announces a mail: one
 * for each reservation with a confirmed address, not people.
 */
export const mailsInWords = (count: number): string => `${count} ${count === 1 ? 'mail' : 'mails'}`
