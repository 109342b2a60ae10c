'use client'
import { Link } from '@payloadcms/ui'
import type { DefaultCellComponentProps } from 'payload'
import type { ReactNode } from 'react'

export type CellProps = Pick<DefaultCellComponentProps, 'rowData' | 'link' | 'collectionSlug'> & {
  cellData?: unknown
}

/** A cell of a list; in the first column (`link`) it links to the record. */
export const LinkedCell = ({
  link,
  collectionSlug,
  rowData,
  children,
}: CellProps & { children: ReactNode }) =>
  link ? (
    <Link href={`/cms/collections/${collectionSlug}/${rowData.id}`} prefetch={false}>
      {children}
    </Link>
  ) : (
    <span>{children}</span>
  )
