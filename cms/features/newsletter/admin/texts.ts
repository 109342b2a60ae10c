import { formatNumber } from '../../../platform/ui/format-number.ts'
import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import type { Column } from '../csv/columns.ts'
import type { ImportStatus } from '../imports/contract.ts'
import { type Verdict, verdicts } from '../imports/rules.ts'
import type { ConsentColumn } from '../imports/settings.ts'
import type { UndecidedColumn } from '../imports/undecided-columns.ts'
import type { GrowthWeek } from '../queries/growth.ts'

/** What a column of a list may hold, as staff choose it. */
export const columnNames: Record<Column, string> = {
  email: 'Email address',
  name: 'Whole name',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Telephone',
  birthday: 'Birthday',
  interests: 'Interests',
  state: 'State, such as subscribed or unsubscribed',
  subscribed: 'Gets letters: yes or no',
  confirmed: 'Has confirmed the address: yes or no',
  unsubscribed: 'Has left: yes, a date or a reason',
  bounced: 'Mails came back: yes, a date or a reason',
  complained: 'Called mails unwanted: yes or a date',
  joined_at: 'When they joined',
  left_at: 'When they left',
  paused_until: 'Paused until',
  consent_at: 'When they agreed or confirmed',
  consent_how: 'How they agreed',
  consent_wording: 'In which words they agreed',
}

export const orderNames: Record<BirthdayOrder, string> = {
  'day/month': 'day first, 7/11 is 7 November',
  'month/day': 'month first, 7/11 is 11 July',
}

/** The columns with times of consents, with the words that are proposed for how people agreed. */
export function consentProposals({
  consentColumns,
  settings,
  layout,
}: Pick<ImportStatus, 'consentColumns' | 'settings' | 'layout'>): {
  column: ConsentColumn
  header: string
  count: number | null
  how: string
}[] {
  const howOf = (column: ConsentColumn, header: string) =>
    column === 'consent_at'
      ? `Confirmed their address at our former newsletter service (${header})`
      : `Signed up at our former newsletter service (${header})`
  const proposals = consentColumns.map(({ column, header, count }) => ({
    column,
    header,
    count,
    how: howOf(column, header),
  }))
  // The column that was chosen before. Its people have a consent now, so they are not counted.
  const stated = settings.consent?.when
  const chosen = layout.find(({ as }) => as === stated && as !== null)
  const isListed = proposals.some(({ column }) => column === stated)
  if (!chosen || isListed || (stated !== 'consent_at' && stated !== 'joined_at')) return proposals
  const { header } = chosen
  return [{ column: stated, header, count: null, how: howOf(stated, header) }, ...proposals]
}

type Texts = Record<Verdict, [one: string, many: string]>

const planned: Texts = {
  joins: [
    'is new and gets letters: their consent is stated',
    'are new and get letters: their consent is stated',
  ],
  asks: ['is new, and the list states no consent', 'are new, and the list states no consent'],
  changes: ['is known and changes', 'are known and change'],
  same: ['is known and stays as it is', 'are known and stay as they are'],
  stops: [
    'gets no letters any more: the list says so',
    'get no letters any more: the list says so',
  ],
  noted: ['is new and noted as wanting no letters', 'are new and noted as wanting no letters'],
  rejected: ['can’t be taken', 'can’t be taken'],
}

const done: Texts = {
  ...planned,
  joins: ['joined and gets letters', 'joined and get letters'],
  changes: ['was known and changed', 'were known and changed'],
  same: ['was known and stayed as it was', 'were known and stayed as they were'],
  stops: ['gets no letters any more', 'get no letters any more'],
  noted: ['was noted as wanting no letters', 'were noted as wanting no letters'],
  rejected: ['was not taken', 'were not taken'],
}

const askOutcomes: Record<'ask' | 'leave_out', [string, string]> = {
  ask: ['was asked by mail', 'were asked by mail'],
  leave_out: [
    'was left out: the list states no consent',
    'were left out: the list states no consent',
  ],
}

/** The planned or actual outcome of an import, with a line for each verdict that rows have. */
export function describeOutcome({
  counts,
  state,
  unstated,
}: Pick<ImportStatus, 'counts' | 'state' | 'unstated'>): {
  verdict: Verdict
  count: string
  text: string
}[] {
  const isDone = state === 'done'
  return verdicts.flatMap((verdict) => {
    const count = counts[verdict]
    if (!count) return []
    const [one, many] =
      isDone && verdict === 'asks'
        ? askOutcomes[unstated ?? 'leave_out']
        : (isDone ? done : planned)[verdict]
    return [{ verdict, count: formatNumber(count), text: count === 1 ? one : many }]
  })
}

/** The rows that were rejected for a reason: `Row 7: birthday “31/02”; row 9: birthday “0/5”.` */
export function describeRows({ count, rows }: ImportStatus['reasons'][number]): string {
  const named = rows.map(({ number, cell }) => `row ${number}${cell ? `: ${cell}` : ''}`)
  const others = count - rows.length
  const text = [...named, ...(others > 0 ? [`and ${formatNumber(others)} more`] : [])].join('; ')
  return `${capital(text)}.`
}

/** How many subscribers there are, and how many more than a year ago. @param weeks oldest first */
export function describeGrowth(weeks: readonly Pick<GrowthWeek, 'subscribers'>[]): string {
  const now = weeks.at(-1)?.subscribers ?? 0
  const more = now - (weeks[0]?.subscribers ?? 0)
  if (weeks.every(({ subscribers }) => !subscribers)) return 'Nobody has a subscription yet.'
  const people = now === 1 ? 'One person has' : `${now ? formatNumber(now) : 'No'} people have`
  const change = more
    ? `${formatNumber(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`
    : 'as many as'
  return `${people} a subscription now, ${change} a year ago.`
}

/** The texts of a column, with how often each occurs: `Implicit (400), Unsubscribed, and 3 others`. */
export function describeValues({ values, others }: UndecidedColumn): string {
  const named = values.map(({ text, count }) =>
    count > 1 ? `“${text}” (${formatNumber(count)})` : `“${text}”`,
  )
  const more = others === 1 ? 'and one other text' : `and ${formatNumber(others)} other texts`
  return (others ? [...named, more] : named).join(', ')
}

/** Whether an import can’t begin before staff have said of each column in doubt what it holds. */
export const needsDecisions = (
  { counts, undecided }: Pick<ImportStatus, 'counts' | 'undecided'>,
  unstated: 'ask' | 'leave_out',
): boolean => undecided.length > 0 && (counts.joins > 0 || (unstated === 'ask' && counts.asks > 0))

/** What of a file was not read as its header; null if its first row was the header. */
export function describeHead({
  skipped,
  hasHeader,
}: Pick<ImportStatus, 'skipped' | 'hasHeader'>): string | null {
  if (!hasHeader)
    return 'The file has no row with the names of its columns: the first row was read as a person.'
  if (!skipped.length) return null
  const texts = skipped.map((each) => `“${each}”`).join(', ')
  return `What is above the names of the columns was not read: ${texts}.`
}

const rowsOf = (count: number) => (count === 1 ? 'one row' : `${formatNumber(count)} rows`)

export function describeState({ state, rows }: Pick<ImportStatus, 'state' | 'rows'>): string {
  switch (state) {
    case 'receiving':
      return 'The file is on its way, or broke off.'
    case 'reading':
      return 'It is being looked through. Nothing changes by that.'
    case 'refused':
      return rows ? 'It was given up.' : 'It can’t be read.'
    case 'ready':
      return `${capital(rowsOf(rows))} looked through. Nothing has changed yet.`
    case 'doing':
      return 'It is being carried out. You can leave this page: it goes on by itself.'
    case 'done':
      return `${capital(rowsOf(rows))}, carried out.`
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Whether carrying out the import would change anything. */
export const doesAnything = ({ counts }: Pick<ImportStatus, 'counts'>): boolean =>
  (['joins', 'asks', 'changes', 'stops', 'noted'] as const).some((each) => counts[each] > 0)
