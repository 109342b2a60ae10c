'use client'
import { useFormFields } from '@payloadcms/ui'
import { differences, told } from './describe-entry.ts'

/** An entry of the audit trail, told: a sentence, then what was and what is. */
export function EntryField() {
  const entry = useFormFields(([fields]) => ({
    by_name: fields?.by_name?.value as string | undefined,
    action: fields?.action?.value as string | undefined,
    subject: fields?.subject?.value as string | undefined,
    details: fields?.details?.value,
  }))
  const { who, deed, subject } = told(entry)
  const changes = differences(entry.details)
  return (
    <div className="entry">
      <p className="entry__sentence">
        <b>{who}</b> {deed} <i>{subject}</i>
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
