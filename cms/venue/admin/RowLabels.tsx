'use client'
import { useRowLabel } from '@payloadcms/ui'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatDate } from '../../admin/shell/format.ts'
import { formatDays } from './format-days.ts'

type Row = Record<string, unknown>
type RowText = { name: string; details?: string }

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const span = ({ opens, closes }: Row) => (opens && closes ? `${text(opens)}–${text(closes)}` : '')

function Label({ format, fallback }: { format: (row: Row) => RowText; fallback: string }) {
  const { data } = useRowLabel<Row | undefined>()
  const { name, details } = format(data ?? {})
  return (
    <span className="row-words">
      <b>{name || fallback}</b>
      {name && details ? <span>, {details}</span> : null}
    </span>
  )
}

/** `Beer Hall, Fri–Sat 12:00–01:00` */
export const HoursLabel = () => (
  <Label
    fallback="New hours"
    format={(row) => ({
      name: text(row.area),
      details: `${formatDays((row.days as string[] | null) ?? [])} ${span(row)}`.trim(),
    })}
  />
)

/** `Christmas Eve, 24 Dec, 12:00–16:00` */
export function ExceptionLabel() {
  const { today } = useAdminContext()
  return (
    <Label
      fallback="New exception"
      format={(row) => {
        const day = formatDate(text(row.date), today)
        const hours = row.closed ? 'closed' : span(row)
        const [name, ...rest] = [text(row.note), day, text(row.area), hours].filter(Boolean)
        return { name: name ?? '', details: rest.join(', ') }
      }}
    />
  )
}

/** `Instagram` */
export const LinkLabel = () => (
  <Label
    fallback="New link"
    format={(row) => ({ name: text(row.label), details: text(row.url) })}
  />
)

/** `/cafe, 3 pictures` */
export const PicturesLabel = () => (
  <Label
    fallback="New page"
    format={(row) => {
      const count = Array.isArray(row.images) ? row.images.length : 0
      return { name: text(row.path), details: `${count} ${count === 1 ? 'picture' : 'pictures'}` }
    }}
  />
)
