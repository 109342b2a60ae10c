'use client'
import { useFormFields } from '@payloadcms/ui'
import { ChangesTable } from '../../admin/lists/ChangesTable.tsx'
import { AuditSentence } from './AuditSentence.tsx'
import { listChanges } from './describe-entry.ts'

/** An audit entry as a sentence, followed by a table of the values before and after. */
export function EntryField() {
  const entry = useFormFields(([fields]) => ({
    by_name: fields?.by_name?.value as string | undefined,
    action: fields?.action?.value as string | undefined,
    subject: fields?.subject?.value as string | undefined,
    details: fields?.details?.value,
  }))
  const changes = listChanges(entry.details)
  return (
    <div className="entry">
      <p className="entry__sentence">
        <AuditSentence entry={entry} />
      </p>
      {changes.length ? (
        <ChangesTable
          changes={changes.map((each) => ({ ...each, key: each.name, name: each.name || 'Text' }))}
        />
      ) : (
        <p className="entry__none">No details were kept.</p>
      )}
    </div>
  )
}
