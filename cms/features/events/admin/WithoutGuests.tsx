'use client'
import { useDocumentInfo, useField } from '@payloadcms/ui'
import type { NumberFieldClientComponent } from 'payload'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import type { AboutReply } from '../audience/contract.ts'

/** Shows that a letter or nudge about a date is not sent to people who have reserved for this date. */
export const WithoutGuests: NumberFieldClientComponent = ({ path, readOnly }) => {
  const { data } = useDocumentInfo()
  const { value, setValue } = useField<number | null>({ path })
  const { reply, problem } = useReply<AboutReply>(value ? `event-dates/${value}/about` : null)
  if (!value) return null
  const isDraft = (data?.state ?? 'draft') === 'draft'
  const name = reply ? `${reply.title}, ${reply.when}` : problem ? 'an event that is gone' : '…'
  return (
    <div className="field-type">
      <p>Without those who reserved for {name}</p>
      {isDraft && !readOnly ? (
        <Button kind="quiet" onClick={() => setValue(null)}>
          Send it to them, too
        </Button>
      ) : null}
    </div>
  )
}
