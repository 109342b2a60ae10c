'use client'
import { toast, useDocumentInfo, useFormFields } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi, errorMessage } from '../../admin/calls/call.ts'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'

type As = 'again' | 'arrived'

/** A link to the mail, and the actions for a mail whose state is `failed` or `unknown`. */
export function MailActions() {
  const { id } = useDocumentInfo()
  const state = useFormFields(([fields]) => fields?.state?.value as string | undefined)
  const [isBusy, setBusy] = useState(false)
  const router = useRouter()
  if (!id) return null
  const resolve = async (as: As, done: string) => {
    setBusy(true)
    try {
      await callApi('mail/settle', { body: { id: Number(id), as } })
      toast.success(done)
      router.push('/cms/collections/mails')
    } catch (error) {
      toast.error(errorMessage(error))
      setBusy(false)
    }
  }
  const style = 'btn btn--style-secondary btn--size-small'
  return (
    <div className="mail-actions">
      <CmsLink className={style} href={`/cms/mailbox/${id}`}>
        Read this mail
      </CmsLink>
      {state === 'unknown' ? (
        <p>
          The program ended or lost the mail server while this mail was handed over. It may have
          arrived or not, so it is not sent again by itself.
        </p>
      ) : null}
      {state === 'unknown' || state === 'failed' ? (
        <button
          type="button"
          className={style}
          disabled={isBusy}
          onClick={() => resolve('again', 'It is sent again.')}
        >
          Send again
        </button>
      ) : null}
      {state === 'unknown' ? (
        <button
          type="button"
          className={style}
          disabled={isBusy}
          onClick={() => resolve('arrived', 'Noted.')}
        >
          It arrived
        </button>
      ) : null}
    </div>
  )
}
