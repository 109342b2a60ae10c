'use client'
import { useDocumentInfo } from '@payloadcms/ui'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'

/** Explains why the form of the venue is read-only. */
export function OnlyAdmins() {
  const { hasSavePermission } = useDocumentInfo()
  if (hasSavePermission !== false) return null
  return (
    <p className="admin-warning">
      Only admins change the venue and its hours, so everything here is grey; publishers close an
      area for one day on <CmsLink href="/cms">Today</CmsLink>.
    </p>
  )
}
