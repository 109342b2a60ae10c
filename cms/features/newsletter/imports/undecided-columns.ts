import { columnLabels } from '../csv/columns.ts'
import type { DoubtfulColumn } from '../csv/survey-columns.ts'
import type { SubscriberImport } from '../queries/imports.ts'

/** A column that may say who has left, and about which staff have said nothing yet. */
export type UndecidedColumn = DoubtfulColumn & { name: string }

type Read = Pick<SubscriberImport, 'header' | 'layout' | 'settings'>

/** The columns that staff must assign, or leave out by name, before the import may add or ask anybody. */
export function undecidedColumns({ header, layout, settings }: Read): UndecidedColumn[] {
  const labels = columnLabels(header ?? [])
  const columns = layout?.doubtful ?? []
  return columns.flatMap((each) => {
    const name = labels[each.place] ?? ''
    return settings.left_out.includes(name) ? [] : [{ ...each, name }]
  })
}

const maxNamed = 5
const maxValues = 3

/** @param columns at least one */
export function describeUndecided(columns: readonly UndecidedColumn[]): string {
  const named = columns.slice(0, maxNamed).map(({ name, values }) => {
    const texts = values.slice(0, maxValues).map(({ text }) => `“${text}”`)
    return `“${name}” (${texts.join(', ')})`
  })
  const others = columns.length - named.length
  const all = others ? [...named, `${others} more`] : named
  return `The list may say who has left in columns that are not used: ${all.join('; ')}. Say what each of them holds, or leave it out by its name.`
}
