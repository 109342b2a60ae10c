'use client'
import { useField } from '@payloadcms/ui'
import { useState } from 'react'
import { type MailPart, type MailWords, mailPartNames } from '../texts.ts'

/** Puts the delivered words of a mail into the form, where they are looked at and saved. */
export function DeliveredWords({ delivered }: { delivered: MailWords }) {
  const fields: Record<MailPart, ReturnType<typeof useField<string>>> = {
    subject: useField<string>({ path: 'subject' }),
    heading: useField<string>({ path: 'heading' }),
    opening: useField<string>({ path: 'opening' }),
    closing: useField<string>({ path: 'closing' }),
  }
  const [isDone, setDone] = useState(false)
  const isDelivered = mailPartNames.every((part) => fields[part].value === delivered[part])
  const goBack = () => {
    for (const part of mailPartNames) fields[part].setValue(delivered[part])
    setDone(true)
  }
  return (
    <>
      <button
        type="button"
        className="btn btn--style-secondary btn--size-small"
        aria-disabled={isDelivered || undefined}
        onClick={() => isDelivered || goBack()}
      >
        Back to the delivered wording
      </button>
      <p role="status">
        {isDone && isDelivered
          ? 'These are the delivered words. Save them, and mails have them.'
          : ''}
      </p>
    </>
  )
}
