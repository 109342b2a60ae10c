'use client'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { type AuditEntry, describeAuditEntry } from './describe-entry.ts'

export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { auditActions } = useAdminContext()
  const { actor, action, subject } = describeAuditEntry(entry, auditActions)
  return (
    <>
      <b>{actor}</b> {action} <i>{subject}</i>
    </>
  )
}
