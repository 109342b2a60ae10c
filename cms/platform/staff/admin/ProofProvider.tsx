'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../admin/calls/call.ts'
import { wrapFetch } from '../../admin/calls/wrap-fetch.ts'
import { AdminDialog } from '../../admin/shell/AdminDialog.tsx'
import type { StaffPasskeysReply } from '../contract.ts'
import { ProofForm } from './ProofForm.tsx'

type Question = { hasPasskeys: boolean; reason: string; answer: (isProved: boolean) => void }

// Why a proof is needed. Requests with other paths change an account.
const reasons = [
  ['/api/users/proof', 'Whoever reads the codes and links in these mails can use them.'],
  ['/api/users/proof?for=backup', 'Whoever has this file has everything, also the secret.'],
] as const
const reasonOf = (url: string) =>
  reasons.find(([path]) => url.endsWith(path))?.[1] ?? 'This decides who can log in.'

/**
 * Asks for the password or a passkey when a request of the admin interface is refused because the session has no
 * proof. After the proof, sends the request again. This includes Payload's own requests. If the dialog is closed,
 * the code that sent the request gets the refusal.
 */
export function ProofProvider({ children }: { children?: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    let pendingProof: Promise<boolean> | null = null
    const ask = async (reason: string) => {
      const reply = await callApi<StaffPasskeysReply>('users/passkeys').catch(() => null)
      const hasPasskeys = Boolean(reply?.passkeys.length)
      const isProved = await new Promise<boolean>((answer) =>
        setQuestion({ hasPasskeys, reason, answer }),
      )
      setQuestion(null)
      pendingProof = null
      return isProved
    }
    return wrapFetch(async (send, request) => {
      const reply = await send(...request)
      if (!(await needsProof(reply))) return reply
      pendingProof ??= ask(reasonOf(reply.url))
      return (await pendingProof) ? send(...request) : reply
    })
  }, [])
  return (
    <>
      {children}
      {question && (
        <AdminDialog
          title="Confirm that it’s you"
          look="dialog"
          focus="input, [type=submit]"
          onClose={() => question.answer(false)}
        >
          <p>{question.reason} It takes your own password or passkey, once every five minutes.</p>
          <ProofForm
            hasPasskeys={question.hasPasskeys}
            fields={[]}
            send={(values) => callApi('users/confirm', { body: values })}
            button="Confirm"
            onDone={() => question.answer(true)}
          />
        </AdminDialog>
      )}
    </>
  )
}

async function needsProof(reply: Response): Promise<boolean> {
  if (reply.status !== 403) return false
  const body = await reply
    .clone()
    .json()
    .catch(() => null)
  return body?.error === 'proof_required'
}
