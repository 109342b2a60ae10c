'use client'
import { useState } from 'react'
import { AdminDialog } from '../../admin/shell/AdminDialog.tsx'
import { MailFrame } from '../../mail/admin/MailFrame.tsx'
import type { PreviewReply } from '../contract.ts'
import { type Chosen, ReaderSearch } from './ReaderSearch.tsx'
import { TestMail } from './TestMail.tsx'
import { useAsked } from './use-asked.ts'
import { useLetter, useWritten } from './use-letter.ts'

/**
 * The letter as its reader would get it now, saved or not, and a test of it.
 * @param at where its fields are in the form, as `welcome.`
 */
export function PreviewDialog({ at = '', onClose }: { at?: string; onClose: () => void }) {
  const written = useWritten(at)
  const { publishes, ownAddress } = useLetter()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const as = chosen?.id ?? null
  const { reply, fault, busy } = useAsked<PreviewReply>('letter/preview', { ...written, as })
  return (
    <AdminDialog title="As its reader gets it" look="full" onClose={onClose}>
      <div className="letter-preview">
        <div className="letter-preview__side">
          {publishes ? <ReaderSearch chosen={chosen} onChoose={setChosen} /> : null}
          <TestMail written={written} as={as} ownAddress={ownAddress} />
        </div>
        <div className="letter-preview__mail" aria-busy={busy}>
          {fault ? (
            <p className="admin-warning" role="alert">
              {fault}
            </p>
          ) : null}
          {reply && !fault ? (
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
          {reply || fault ? null : <p className="admin-quiet">Setting the letter …</p>}
        </div>
      </div>
    </AdminDialog>
  )
}
