'use client'
import { useFormFields } from '@payloadcms/ui'
import { useLiveReply } from '../../admin/calls/use-live-reply.ts'
import { Problem } from '../../admin/shell/Problem.tsx'
import type { PreviewReply, PreviewRequest } from '../contract.ts'
import { MailFrame } from './MailFrame.tsx'

/** Shown below the texts of a mail: a preview for a sample reader, including unsaved changes. */
export function WordsPreview() {
  const [mail, subject, heading, opening, closing] = useFormFields(([fields]) =>
    ['mail', 'subject', 'heading', 'opening', 'closing'].map((name) =>
      String(fields?.[name]?.value ?? ''),
    ),
  ) as [string, string, string, string, string]
  const written: PreviewRequest = { mail, subject, heading, opening, closing }
  const { reply, problem, isBusy } = useLiveReply<PreviewReply>(
    'mail/preview',
    mail ? written : null,
  )
  if (!mail) return null
  return (
    <section className="mail-words" aria-labelledby="mail-preview" aria-busy={isBusy}>
      <h2 id="mail-preview">As its reader gets it</h2>
      <p className="admin-quiet">An example: its code, names and links are made up.</p>
      <Problem>{problem ?? (reply && 'fault' in reply ? reply.fault : null)}</Problem>
      {reply && !('fault' in reply) && !problem ? (
        <>
          <p>
            Subject: <b>{reply.subject}</b>
          </p>
          <MailFrame content={reply} />
        </>
      ) : null}
    </section>
  )
}
