/** How long rows are kept, counted in the venue's days; null: for ever. */
export type Keep = { days: number } | { months: number } | null

/**
 * The data that visits leave behind, the tables that store it, and how long it is kept. The nightly job deletes by this
 * list, and `/privacy` shows the same list, with texts whose keys begin with `name`.
 */
export const retention = [
  {
    name: 'visits',
    tables: ['user_sessions', 'page_views', 'user_journeys'],
    keep: { months: 13 },
  },
  { name: 'interactions', tables: ['user_interactions'], keep: { days: 90 } },
  // Visits that continue after midnight need yesterday's salt. The job deletes it in the morning.
  { name: 'salt', tables: ['analytics_salts'], keep: { days: 0 } },
  {
    name: 'totals',
    tables: [
      'analytics_visits',
      'analytics_pages',
      'analytics_times',
      'analytics_moves',
      'analytics_actions',
      'analytics_vitals',
      'analytics_funnels',
    ],
    keep: null,
  },
] as const satisfies readonly { name: string; tables: readonly string[]; keep: Keep }[]

type Retention = (typeof retention)[number]
/** Tables whose rows are deleted after some time. */
export type TemporaryTable = Exclude<Retention, { keep: null }>['tables'][number]

/** If a day is not aggregated when its rows are to be deleted, they are kept for at most so many days more. */
export const graceDays = 7

/**
 * The first day whose rows are kept.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export const cutoffDay = (table: TemporaryTable, today: string): string =>
  dateMinus(today, keepOf(table))

export function keepOf(table: TemporaryTable): NonNullable<Keep> {
  const isOf = ({ tables }: { tables: readonly string[] }) => tables.includes(table)
  const keep: Keep = retention.find(isOf)?.keep ?? null
  if (!keep) throw new Error(`The rows of ${table} are kept for ever.`)
  return keep
}

/** A period in words, e.g. `90 days`. */
export function keepInWords(keep: Keep): string {
  if (!keep) return 'For ever'
  if ('months' in keep) return `${keep.months} months`
  return keep.days === 0 ? 'Until the next morning' : `${keep.days} days`
}

/** The date some days or months before a date. If the earlier month has no such day, its last day. */
export function dateMinus(date: string, keep: { days: number } | { months: number }): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  if ('days' in keep) return isoDay(new Date(Date.UTC(year, month - 1, day - keep.days)))
  const monthsLast = new Date(Date.UTC(year, month - keep.months, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 - keep.months, Math.min(day, monthsLast))))
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10)
