import { auditActions } from '../actions.ts'
import { type AuditEntry, describeAuditEntry } from './describe-entry.ts'

/** An audit entry as a sentence. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { actor, action, subject } = describeAuditEntry(entry, auditActions)
  return (
    <>
      <b>{actor}</b> {action} <i>{subject}</i>
    </>
  )
}
