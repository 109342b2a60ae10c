import type { SubscriberState } from '../rules.ts'
import type { Field, RowTexts, Sign } from './columns.ts'
import { isTimeOfDay, parseDay } from './days.ts'
import { UnfitCellError } from './unfit-cell.ts'

export type StoppedState = Exclude<SubscriberState, 'active' | 'pending'>
export const isStopped = (state: SubscriberState | null): state is StoppedState =>
  state !== null && state !== 'active' && state !== 'pending'

/** The letters and digits of a text. Of a text without any, a tick is `yes` and a cross is `no`. */
function wordOf(text: string): string {
  const word = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (word) return word
  const [isTick, isCross] = [/[✓✔☑✅]/u.test(text), /[✗✘✖❌🚫]/u.test(text)]
  return isTick === isCross ? '' : isTick ? 'yes' : 'no'
}
/** Whether a text has only blanks, characters that can't be seen, dashes and question marks. */
const isBlank = (text: string) => /^[\s\p{Cc}\p{Cf}\p{Pd}\p{Pc}−?？]*$/u.test(text)

const yes = 'true yes y 1 t on x ja j wahr oui o vrai si sim verdadero vero waar sand'
const no = 'false no n 0 f off nein falsch non faux nao falso nee onwaar nej falsk'
const unset = 'null nil na nan undefined notset'
const nothing = `${unset} none never`
const words = (text: string) => text.split(' ')
const noWords = new Set([...words(no), ...words(nothing)])

// The names that other newsletter services use for the states.
const spellings: Record<SubscriberState, string> = {
  pending:
    'unconfirmed unactivated notconfirmed waiting validating awaitingconfirmation nonsubscribed notsubscribed neversubscribed transactional',
  active: `subscribed confirmed enabled regular premium paid free comp gift gifted trial trialed optin optedin single singleoptin double doubleoptin implicit implied express explicit daily weekly biweekly fortnightly monthly verified valid engaged aktiv abonniert angemeldet actif abonne inscrit activo suscrito attivo iscritto actief ingeschreven ${yes}`,
  unsubscribed: `disabled removed unsub unsubscribe cancelled canceled inactive inactivated deactivated deleted archived left gone suppressed stopped banned blocked donotcontact inaktiv ausgetragen geloscht inactif desinscrit inactivo baja cancelado afgemeld uitgeschreven ${no}`,
  bounced: 'cleaned undeliverable undelivered hardbounced hardbounce bounce invalid',
  complained: 'blocklisted blacklisted spam spammed spammy junk complaint abuse',
}
const states = new Map(
  Object.entries(spellings).flatMap(([state, names]) =>
    [state, ...words(names)].map((word) => [word, state as SubscriberState] as const),
  ),
)
// Longer texts, such as `Unsubscribed by admin` and `Marked as spam`.
const stopPatterns: [RegExp, StoppedState][] = [
  [/complain|spam|abuse/, 'complained'],
  [/unsub|optedout|optout|abgemeld|desabonn|desinscri|disiscritt|donote?mail/, 'unsubscribed'],
  [/withdr[ae]w|revoked|erased|forgotten|widerruf|abbestell|отпис|退会|退订|退訂/, 'unsubscribed'],
  [/bounce|undeliver/, 'bounced'],
]
const stopIn = (word: string): StoppedState | null =>
  stopPatterns.find(([pattern]) => pattern.test(word))?.[1] ?? null

/** @throws UnfitCellError */
export function stateOf(text = ''): SubscriberState | null {
  const word = wordOf(text)
  const state = states.get(word) ?? stopIn(word)
  if (state) return state
  if (isBlank(text) || words(unset).includes(word)) return null
  throw new UnfitCellError(
    'The state is none: write active, unsubscribed, bounced, complained or pending.',
    'state',
    text,
  )
}

/** Whether a cell holds a day, perhaps with a time, and no more. */
function isTime(text: string): boolean {
  const found = parseDay(text, 'day/month')
  return found !== null && isTimeOfDay(found.rest)
}

/** Whether a cell says something else than “no”. Dates of zeros, dashes, empty boxes and links say nothing. */
function isFilled(text: string): boolean {
  const word = wordOf(text)
  if (!word) return /[\p{S}*•!#]/u.test(text.replace(/[☐◻⬜○−]/gu, ''))
  return !noWords.has(word) && !/^0+$/.test(word) && !/^\s*https?:/i.test(text)
}

const strongestFirst = ['complained', 'unsubscribed', 'bounced'] as const

/** What a row says about whether somebody gets letters. */
export type Standing = {
  /** Set if any cell of the row says that they get no letters, whatever the other cells say. */
  stop: StoppedState | null
  /** Whether a cell says that they have not confirmed their address. */
  isPending: boolean
  /** Whether a cell says that they get letters. */
  isActive: boolean
  /** The states that can't be read. */
  unfit: UnfitCellError[]
}

/** @param stored the texts of an export of the stored subscriber. A cell with the same text says nothing new. */
export function standingOf(
  texts: RowTexts,
  stored: Partial<Record<Field, string>> | null,
): Standing {
  const found = new Set<SubscriberState>()
  const unfit: UnfitCellError[] = []
  let hasLeft = false
  for (const { column, text } of signsOf(texts)) {
    // The time belongs to whatever else the row says about their leaving.
    if (column === 'left_at') hasLeft ||= isFilled(text) && text !== stored?.left_at
    const state = readSign(column, text, unfit)
    if (state) found.add(state)
  }
  return {
    stop: strongestFirst.find((each) => found.has(each)) ?? (hasLeft ? 'unsubscribed' : null),
    isPending: found.has('pending'),
    isActive: found.has('active'),
    unfit,
  }
}

/** The cells that may say that somebody gets no letters. */
export function signsOf({ signs = [], state, left_at }: RowTexts): Sign[] {
  const own: Sign[] = [
    { column: 'state', text: state ?? '' },
    { column: 'left_at', text: left_at ?? '' },
  ]
  return [...own, ...signs].filter(({ text }) => text.trim())
}

function readSign(
  column: Sign['column'],
  text: string,
  unfit: UnfitCellError[],
): SubscriberState | null {
  switch (column) {
    case 'state':
      try {
        return isTime(text) ? 'active' : stateOf(text)
      } catch (error) {
        if (!(error instanceof UnfitCellError)) throw error
        unfit.push(error)
        return null
      }
    case 'subscribed': {
      const word = wordOf(text)
      const state = states.get(word) ?? stopIn(word) ?? (isTime(text) ? 'active' : null)
      if (!state && !isBlank(text) && !words(unset).includes(word)) unfit.push(noYes(column, text))
      return state
    }
    case 'confirmed': {
      const word = wordOf(text)
      if (isBlank(text)) return null
      if (noWords.has(word) || /^0+$/.test(word)) return 'pending'
      const state = states.get(word) ?? stopIn(word)
      if (state) return state === 'active' ? null : state
      if (isTime(text)) return null
      unfit.push(noYes(column, text))
      return 'pending'
    }
    case 'left_at':
      return null
    default:
      return isFilled(text) ? column : null
  }
}

const noYes = (column: Sign['column'], text: string) =>
  new UnfitCellError('This says neither yes nor no: write one of them.', column, text)

/** Whether a cell is the name of a departure, whatever its column. */
function isDepartureName(text: string): boolean {
  const word = wordOf(text)
  return isStopped(states.get(word) ?? null) && !words(no).includes(word) && word.length > 5
}

// Parts of cells that may say that somebody gets no letters, for a column that is not used.
const perhapsStops = new RegExp(
  [
    'suppress|exclude|exclusion|blocklist|blacklist|blocked|optin|optout|consent|permission|donot|dontmail|nomail',
    'nonewsletter|nolonger|stopmail|cancelled|canceled|inactiv|disabled|declined|refused|rejected|objected|expired',
    'deceased|invalid|notvalid|nosuchuser|unknownuser|mailboxfull|removed|deleted|churned|unconfirmed|notsubscri',
    'keinemail|keinnewsletter|keinewerbung|keinepost|mochtekein|willkein|nichtmehr|gesperrt|blockiert|ausgeschlossen',
    'gekundigt|kundigung|geloscht|entfernt|unzustell|verstorben|storniert|widersp|einwillig|zustimm|ausgetr|inaktiv',
    'supprime|bloque|refuse|exclu(?:e|s|es)?$|nepas|resilie|annule|eliminad|cancelad|bloccat|escluso|uitgesl',
    'geblokk|verwijderd|geenmail|opgezegd|afgemeld|uitgeschr|samtyck|avregistr|avmeld|avanmal|afmeld|rezygn|wypis|odhlas',
    'отказ|停止|解除|拒否|拒绝|拒絕|거부|취소|ακυρ|διαγρα',
  ]
    .join('|')
    .normalize('NFKD'),
)

/** Whether a cell may name a departure, so that staff should decide about its column if it is not used. */
export function mayNameDeparture(text: string): boolean {
  const word = wordOf(text)
  if (!word || noWords.has(word)) return false
  const state = states.get(word) ?? null
  return isStopped(state) || state === 'pending' || stopIn(word) !== null || perhapsStops.test(word)
}

/** A longer text may only mention a departure. */
const maxPlainLength = 80
const plainStops =
  /^(?:unsub|suppress|donotcontact|dontcontact|blocklisted|blacklisted|ausgetragen|desinscrit|afgemeld|uitgeschreven)/
const negated = /^[\s\p{P}]*(?:not|no|non|never|0|nicht|keine?|nie|niet|geen|aucune?)\s+\p{L}/iu

/** Whether a cell plainly says that somebody gets no letters, whatever its column: unsubscribed, bounced or spam. */
export function isPlainDeparture(text: string): boolean {
  if (!text || text.length > maxPlainLength || negated.test(text) || /^\s*https?:/i.test(text))
    return false
  const word = wordOf(text)
  const state = states.get(word)
  if (state === 'complained' || state === 'bounced') return word !== 'invalid'
  return plainStops.test(word) || stopIn(word) !== null
}

/** Whether a cell holds a mark, such as `x`, `ja`, a number or a day, whose meaning only its column can tell. */
export function isMark(text: string): boolean {
  const word = wordOf(text)
  return (
    word.length <= 2 || states.has(word) || noWords.has(word) || /^\d+$/.test(word) || isTime(text)
  )
}

/** The signs in a row whose cells may be in the wrong columns: every cell that names a departure. */
export const signsAnywhere = (cells: readonly string[]): Sign[] =>
  cells.flatMap((text): Sign[] => (isDepartureName(text) ? [{ column: 'state', text }] : []))
