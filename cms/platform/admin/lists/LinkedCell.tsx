'use client'
import type { DefaultCellComponentProps } from 'payload'
import type { ReactNode } from 'react'
import { CmsLink } from '../shell/CmsLink.tsx'

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
    <CmsLink
      href={`/cms/collections/${collectionSlug}${rowData.deletedAt ? '/trash' : ''}/${rowData.id}`}
    >
      {children}
    </CmsLink>
  ) : (
    <span>{children}</span>
  )
