'use client'
import { useState } from 'react'
import { useLiveReply } from '../../../../platform/admin/calls/use-live-reply.ts'
import { AdminDialog } from '../../../../platform/admin/shell/AdminDialog.tsx'
import type { FoundPerson } from '../../../../platform/admin/shell/PersonSearch.tsx'
import { Problem } from '../../../../platform/admin/shell/Problem.tsx'
import { MailFrame } from '../../../../platform/mail/admin/MailFrame.tsx'
import type { PreviewReply } from '../../contract.ts'
import { useDraft, useLetter } from '../use-letter.ts'
import { ReaderSearch } from './ReaderSearch.tsx'
import { TestForm } from './TestForm.tsx'

/**
 * Shows the letter as a reader would get it, including unsaved changes, and a form to send a test mail.
 * @param prefix of the letter's fields in the form, such as `welcome.`
 */
export function PreviewDialog({ prefix = '', onClose }: { prefix?: string; onClose: () => void }) {
  const draft = useDraft(prefix)
  const { canPublish, ownAddress } = useLetter()
  const [chosen, setChosen] = useState<FoundPerson | null>(null)
  const as = chosen?.id ?? null
  const { reply, problem, isBusy } = useLiveReply<PreviewReply>('letter/preview', {
    ...draft,
    as,
  })
  return (
    <AdminDialog title="As its reader gets it" look="full" onClose={onClose}>
      <div className="letter-preview">
        <div className="letter-preview__side">
          {canPublish ? <ReaderSearch chosen={chosen} onChoose={setChosen} /> : null}
          <TestForm draft={draft} as={as} ownAddress={ownAddress} />
        </div>
        <div className="letter-preview__mail" aria-busy={isBusy}>
          <Problem>{problem}</Problem>
          {reply && !problem ? (
            <>
              <dl>
                <div>
                  <dt>To</dt>
                  <dd>{reply.to}</dd>
                </div>
                <div>
                  <dt>Subject</dt>
                  <dd>
                    <b>{reply.subject}</b>
                  </dd>
                </div>
              </dl>
              <MailFrame content={reply} />
            </>
          ) : null}
          {reply || problem ? null : <p className="admin-quiet">Setting the letter …</p>}
        </div>
      </div>
    </AdminDialog>
  )
}
