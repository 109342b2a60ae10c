'use client'
import { useRowLabel } from '@payloadcms/ui'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatDate } from '../../admin/shell/format.ts'
import { formatAmount } from '../../admin/shell/money.ts'
import { formatDays } from './format-days.ts'

type Row = Record<string, unknown>
type Told = { what: string; more?: string }

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const span = ({ opens, closes }: Row) => (opens && closes ? `${text(opens)}–${text(closes)}` : '')

function Label({ tell, fresh }: { tell: (row: Row) => Told; fresh: string }) {
  const { data } = useRowLabel<Row | undefined>()
  const { what, more } = tell(data ?? {})
  return (
    <span className="row-words">
      <b>{what || fresh}</b>
      {what && more ? <span>, {more}</span> : null}
    </span>
  )
}

/** `Beer Hall, Fri–Sat 12:00–01:00` */
export const HoursLabel = () => (
  <Label
    fresh="New hours"
    tell={(row) => ({
      what: text(row.area),
      more: `${formatDays((row.days as string[] | null) ?? [])} ${span(row)}`.trim(),
    })}
  />
)

/** `Christmas Eve, 24 Dec, 12:00–16:00` */
export function ExceptionLabel() {
  const { today } = useAdminContext()
  return (
    <Label
      fresh="New exception"
      tell={(row) => {
        const day = formatDate(text(row.date), today)
        const hours = row.closed ? 'closed' : span(row)
        const [what, ...rest] = [text(row.note), day, text(row.area), hours].filter(Boolean)
        return { what: what ?? '', more: rest.join(', ') }
      }}
    />
  )
}

/** `Bacon roll, £4.95` */
export function ItemLabel() {
  const { currencySign } = useAdminContext()
  return (
    <Label
      fresh="New item"
      tell={(row) => ({
        what: text(row.name),
        more:
          typeof row.price_cents === 'number'
            ? currencySign + formatAmount(row.price_cents)
            : text(row.price_note),
      })}
    />
  )
}

/** `Instagram` */
export const LinkLabel = () => (
  <Label fresh="New link" tell={(row) => ({ what: text(row.label), more: text(row.url) })} />
)

/** `/cafe, 3 pictures` */
export const PicturesLabel = () => (
  <Label
    fresh="New page"
    tell={(row) => {
      const count = Array.isArray(row.images) ? row.images.length : 0
      return { what: text(row.path), more: `${count} ${count === 1 ? 'picture' : 'pictures'}` }
    }}
  />
)
