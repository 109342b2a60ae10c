'use client'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { type AuditEntry, describeAuditEntry } from './describe-entry.ts'

export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { auditActions } = useAdminContext()
  const { actor, action, subject, rest } = describeAuditEntry(entry, auditActions)
  return (
    <>
      <b>{actor}</b> {action} {subject ? <i>{subject}</i> : null}
      {rest ? `${/^\w/.test(rest) ? ' ' : ''}${rest}` : null}
    </>
  )
}
