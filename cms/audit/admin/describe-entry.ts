import { asWords } from '../../../collections/fields/labels.ts'
import { formatAmount } from '../../admin/shell/money.ts'

/** An entry of the audit trail, as far as its sentence needs it. */
export type Entry = {
  by_name?: string | null
  action?: string
  subject?: string
  details?: unknown
}

const deeds: [RegExp, string][] = [
  [/^(draft|drafted|save|saved)$/, 'wrote a draft of'],
  [/^(discard|discarded)$/, 'discarded the draft of'],
  [/^(publish|published)$/, 'published'],
  [/^(unpublish|unpublished)$/, 'took down'],
  [/^(schedule|scheduled)$/, 'scheduled'],
  [/^(cancel|cancelled|cancel_schedule|schedule_cancelled)$/, 'cancelled what was scheduled for'],
  [/^(restore|restored)$/, 'restored an older version of'],
  [/^(create|created)$/, 'made'],
  [/^(update|updated|change|changed)$/, 'changed'],
  [/^(delete|deleted)$/, 'deleted'],
  [/^password_changed$/, 'changed the password of'],
  [/^role_changed$/, 'changed the role of'],
  [/^schedule_failed$/, 'could not do what was scheduled for'],
  [/^(sign_in|signed_in|login)$/, 'signed in as'],
  [/^(sign_out|signed_out|logout)$/, 'signed out as'],
  [/^imported$/, 'imported'],
  [/^import_given_up$/, 'could not import the whole of'],
  [/^exported$/, 'downloaded a list of'],
  [/^mail_again$/, 'sent again the mail'],
  [/^mail_arrived$/, 'noted the arrival of the mail'],
  [/^letter_schedule$/, 'scheduled the letter'],
  [/^letter_unschedule$/, 'took back what was scheduled for the letter'],
  [/^letter_(send|started)$/, 'sent the letter'],
  [/^letter_pause$/, 'paused the letter'],
  [/^letter_resume$/, 'went on sending the letter'],
  [/^letter_cancel$/, 'cancelled the letter'],
  [/^letter_again$/, 'sent once more, to whom it had failed, the letter'],
  [/^letter_failed$/, 'could not send the letter'],
  [/^signed_out_everywhere$/, 'ended every session of'],
  [/^member_suspended$/, 'suspended member no.'],
  [/^member_let_in$/, 'let back in member no.'],
  [/^member_signed_out$/, 'ended every session of member no.'],
  [/^member_unlinked$/, 'unlinked a passkey of member no.'],
]

/** What an entry says: who, what they did, to what. */
export function told({ by_name, action = '', subject = '' }: Entry) {
  const deed = deeds.find(([pattern]) => pattern.test(action))?.[1]
  return {
    who: by_name || 'The program',
    deed: deed ?? `${asWords(action).toLowerCase()}:`,
    subject,
  }
}

/** Comings and goings, which change nothing. */
export const comings = ['sign_in', 'signed_in', 'signed_out', 'sign_out']

export type Difference = { name: string; before: string; after: string }
type Facts = Record<string, unknown>

const bookkeeping = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'updated_at',
  'created_by',
  'published',
])

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (isFacts(value) && typeof value.text === 'string') return value.text
  if (isFacts(value) && typeof value.alt === 'string') return value.alt
  return Object.entries(value as Facts)
    .map(([name, each]) => `${asWords(name)}: ${words(each)}`)
    .join(', ')
}

// Amounts are kept in whole pence.
function fact(name: string, before: unknown, after: unknown): Difference {
  const isMoney = name.endsWith('_cents')
  const said = (value: unknown) =>
    isMoney && typeof value === 'number' ? formatAmount(value) : words(value)
  return {
    name: asWords(isMoney ? name.replace(/_cents$/, '') : name),
    before: said(before),
    after: said(after),
  }
}

/**
 * What changed, fact by fact, of an entry's details: `{before, after}` as a whole or for each
 * field. What has no before and after stands as what is so now.
 */
export function differences(details: unknown): Difference[] {
  if (!isFacts(details)) return details ? [{ name: '', before: '', after: words(details) }] : []
  if ('before' in details || 'after' in details) {
    const { before, after, ...rest } = details
    const fields =
      isFacts(before) && isFacts(after) && !('text' in after) && !('alt' in after)
        ? [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
            ...fact(name, before[name], after[name]),
          }))
        : [{ name: '', before: words(before), after: words(after) }]
    return [...fields.filter((each) => each.before !== each.after), ...differences(rest)]
  }
  const facts = Object.entries(details).filter(([name]) => !bookkeeping.has(name))
  return facts.map(([name, value]) =>
    isFacts(value) && ('before' in value || 'after' in value)
      ? fact(name, value.before, value.after)
      : fact(name, '', value),
  )
}
