'use client'
import { useStore } from '@nanostores/react'
import { describeAudience } from './sending/audience-texts.ts'
import { $progress } from './store.ts'
import { describeValidity } from './texts.ts'
import { useFields, useNudge } from './use-nudge.ts'
import { usePerson } from './use-person.ts'
import { usePicture } from './use-picture.ts'

/** Shows the content of a nudge that is not a draft, as it was sent or will be sent. */
export function ReadOnlyNudge() {
  const { id, state } = useNudge()
  const fields = useFields()
  const progress = useStore($progress)
  const picture = usePicture(fields.icon)
  const { person } = usePerson(
    state !== 'draft' && fields.audience === 'person' ? fields.person : null,
  )
  if (id === null || state === 'draft') return null
  const rows = [
    ['Title', fields.title],
    ['Text', fields.text],
    ['Link', fields.link],
    ['Picture', picture?.alt],
    ['Who gets it', describeAudience(fields, person)],
    ['When', progress?.inSlot ? 'In each person’s time slot, within 24 hours' : ''],
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
