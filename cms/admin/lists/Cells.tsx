'use client'
import { Link } from '@payloadcms/ui'
import type { DefaultCellComponentProps } from 'payload'
import type { ReactNode } from 'react'
import { asWords } from '../../../collections/fields/labels.ts'
import { told } from '../../audit/admin/describe-entry.ts'
import { pageName } from '../../content/routes.ts'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatMoment } from '../shell/format.ts'
import { formatAmount } from '../shell/money.ts'

type Props = Pick<DefaultCellComponentProps, 'rowData' | 'link' | 'collectionSlug'> & {
  cellData?: unknown
}

// The first column of a list is the way to what it lists.
const Linked = ({ link, collectionSlug, rowData, children }: Props & { children: ReactNode }) =>
  link ? (
    <Link href={`/cms/collections/${collectionSlug}/${rowData.id}`} prefetch={false}>
      {children}
    </Link>
  ) : (
    <span>{children}</span>
  )

/** Whole pence as a price. */
export function MoneyCell(props: Props) {
  const { currencySign } = useAdminContext()
  const { cellData } = props
  const [sign, figure] =
    typeof cellData === 'number'
      ? [cellData < 0 ? '−' : '', currencySign + formatAmount(Math.abs(cellData))]
      : ['', '–']
  return (
    <Linked {...props}>
      <span className="figures">{sign + figure}</span>
    </Linked>
  )
}

/** A page by its name. */
export const PageCell = (props: Props) => (
  <Linked {...props}>{pageName(String(props.cellData ?? ''))}</Linked>
)

/** A section or key as words. */
export const KeyCell = (props: Props) => (
  <Linked {...props}>{asWords(String(props.cellData ?? ''))}</Linked>
)

/** What a text says, or what its picture shows. */
export function WordsCell(props: Props) {
  const data = (props.cellData ?? {}) as { text?: string; alt?: string }
  const words = data.text ?? (data.alt ? `Picture: ${data.alt}` : '')
  return (
    <Linked {...props}>
      <span className="cell-words">{words || '–'}</span>
    </Linked>
  )
}

/** An entry of the audit trail as a sentence. */
export function SentenceCell(props: Props) {
  const { who, deed, subject } = told(props.rowData)
  return (
    <Linked {...props}>
      <span className="cell-words">
        <b>{who}</b> {deed} <i>{subject}</i>
      </span>
    </Linked>
  )
}

/** The state of a mail, the worse the plainer. */
export const StateCell = (props: Props) => (
  <Linked {...props}>
    <span className="cell-state" data-state={String(props.cellData ?? '')}>
      {asWords(String(props.cellData ?? ''))}
    </span>
  </Linked>
)

/** A moment on the venue's clock: `24 Dec, 18:05`. */
export function MomentCell(props: Props) {
  const { timeZone, today } = useAdminContext()
  return <Linked {...props}>{formatMoment(props.cellData, timeZone, today)}</Linked>
}
