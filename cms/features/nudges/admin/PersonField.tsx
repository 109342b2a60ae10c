'use client'
import { FieldError, useField } from '@payloadcms/ui'
import type { RelationshipFieldClientComponent } from 'payload'
import { useState } from 'react'
import { type FoundPerson, PersonSearch } from '../../../platform/admin/shell/PersonSearch.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { useNudge } from './use-nudge.ts'
import { usePerson } from './use-person.ts'

/** The member who gets a nudge, found by name or address. */
export const PersonField: RelationshipFieldClientComponent = ({ field, path, readOnly }) => {
  const { value, setValue, showError, disabled } = useField<number | null>({ path })
  const [found, setFound] = useState<FoundPerson | null>(null)
  const { canPublish } = useNudge()
  const isKnown = found !== null && found.id === value
  const { person, problem } = usePerson(isKnown ? null : (value ?? null))
  const chosen = isKnown ? found : person
  const canChoose = canPublish && !readOnly && !disabled
  const choose = (next: FoundPerson | null) => {
    setFound(next)
    setValue(next?.id ?? null)
  }
  return (
    <div className="field-type nudge-person admin-inputs">
      <FieldError path={path} showError={showError} />
      {value ? (
        <div className="person-search">
          <p>
            {chosen ? (
              <>
                To <b>{chosen.name ?? chosen.email}</b>
                {chosen.name ? `, ${chosen.email}` : ''}
              </>
            ) : (
              (problem ?? 'To one member')
            )}
          </p>
          {canChoose ? <Button onClick={() => choose(null)}>Somebody else</Button> : null}
        </div>
      ) : null}
      {!value && canChoose ? (
        <PersonSearch
          id={`field-${path}`}
          label={String(field.label ?? '')}
          collection="members"
          isInvalid={showError}
          onChoose={choose}
        />
      ) : null}
    </div>
  )
}
