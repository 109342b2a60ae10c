import { type SQL, sql } from '../../../../platform/database/query.ts'

type Shape = { keys: readonly string[]; numbers: readonly string[] }

const audience = ['device_type', 'is_authenticated', 'bot']
const visitNumbers = [
  'sessions',
  'visitors',
  'first_visits',
  'firsts_of_origin',
  'views',
  'bounces',
  'scroll',
]

/** The columns of each kind of sums, besides `period` and `start`. The table of a kind is `analytics_<kind>`. */
export const kinds = {
  visits: {
    keys: ['segment', 'entry_page', 'earlier_segments', 'earlier_entries'],
    numbers: visitNumbers,
  },
  pages: {
    keys: ['segment', 'page_path', 'earlier_segments'],
    numbers: [...visitNumbers, 'entries', 'exits'],
  },
  times: { keys: [...audience, 'page_path', 'seconds'], numbers: ['views'] },
  moves: {
    keys: [...audience, 'from_page', 'to_page', 'transition_type'],
    numbers: ['moves', 'sessions'],
  },
  actions: {
    keys: [...audience, 'page_path', 'interaction_type', 'element'],
    numbers: ['interactions', 'sessions'],
  },
  vitals: { keys: [...audience, 'page_path', 'metric', 'value'], numbers: ['views'] },
  funnels: { keys: ['segment', 'funnel', 'step'], numbers: ['sessions'] },
} as const satisfies Record<string, Shape>

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]

/** The kinds whose rows refer to a segment. Other kinds have three of its properties as columns. */
export const hasSegment = (kind: Kind): boolean =>
  (kinds[kind].keys as readonly string[]).includes('segment')

export const tableOf = (kind: Kind): SQL => sql.raw(`analytics_${kind}`)

export const keysOf = (kind: Kind): SQL => sql.raw(kinds[kind].keys.join(', '))

export const numbersOf = (kind: Kind): SQL => sql.raw(kinds[kind].numbers.join(', '))

/** SQL: the sums of a kind's numbers. */
export const sumsOf = (kind: Kind): SQL =>
  sql.raw(kinds[kind].numbers.map((name) => `sum(${name}) as ${name}`).join(', '))

/** SQL: days as one parameter. */
export const dayList = (days: readonly string[]): SQL => sql`${`{${days.join(',')}}`}::date[]`

/** SQL: the conditions joined by `and`; `true` if there are none. */
export const allOf = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` and `) : sql`true`
