'use client'
import { useFormFields } from '@payloadcms/ui'
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
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name || 'Text'}</th>
                <td>{before || '–'}</td>
                <td>{after || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="entry__none">No details were kept.</p>
      )}
    </div>
  )
}
