'use client'
import { useRowLabel } from '@payloadcms/ui'

type Row = Record<string, unknown>
type RowText = { name: string; details?: string }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

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

/** `Instagram, https://pictures.example/venue` */
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

export const TopicLabel = () => (
  <Label fallback="New topic" format={(row) => ({ name: text(row.name) })} />
)
