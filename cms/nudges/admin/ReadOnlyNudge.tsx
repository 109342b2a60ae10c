'use client'
import { describeAudience, describeValidity } from './texts.ts'
import { useFields, useNudge } from './use-nudge.ts'

/** A nudge that is not a draft, as it will be or was sent. */
export function ReadOnlyNudge() {
  const { id, state } = useNudge()
  const fields = useFields()
  if (id === null || state === 'draft') return null
  const rows = [
    ['Title', fields.title],
    ['Text', fields.text],
    ['Link', fields.link],
    ['Who gets it', describeAudience(fields)],
    ['Valid for', describeValidity(fields.ttl_minutes)],
    ['Urgent', fields.urgent ? 'Yes, also to people who had enough nudges' : ''],
  ] as const
  return (
    <section className="nudge-readonly" aria-labelledby="nudge-readonly">
      <h2 id="nudge-readonly">The nudge</h2>
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
