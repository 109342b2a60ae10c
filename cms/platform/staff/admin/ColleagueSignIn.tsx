'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import { callApi } from '../../admin/calls/call.ts'
import { useAction } from '../../admin/calls/use-action.ts'
import { useReply } from '../../admin/calls/use-reply.ts'
import { CredentialForm } from '../../admin/login/CredentialForm.tsx'
import { AdminDialog } from '../../admin/shell/AdminDialog.tsx'
import type { OwnPasskey } from '../../webauthn/contract.ts'
import type { Invitation, StaffPasskeysReply } from '../contract.ts'
import { InvitedText } from './InvitedText.tsx'
import { PasskeyList } from './PasskeyList.tsx'

/** The sign-in methods of a colleague's account, for an admin. */
export function ColleagueSignIn({
  user,
  invitation: initial,
}: {
  user: number
  invitation: Invitation | null
}) {
  const { isBusy, run } = useAction()
  const { reply, problem } = useReply<StaffPasskeysReply>(`users/passkeys?user=${user}`)
  const [updated, setUpdated] = useState<StaffPasskeysReply | null>(null)
  const [toRemove, setToRemove] = useState<OwnPasskey | null>(null)
  const { passkeys = [] } = updated ?? reply ?? {}
  const [invitation, setInvitation] = useState(initial)
  const send = () =>
    run(async () => {
      await callApi('users/send-password-link', { body: { id: user } })
      if (invitation) setInvitation({ sentAt: new Date().toISOString(), isValid: true })
      toast.success(invitation ? 'The invitation is on its way again.' : 'The link is on its way.')
    })
  return (
    <div className="sign-in-field">
      {invitation && (
        <p>
          <InvitedText {...invitation} /> Nobody has signed in with this account yet.
        </p>
      )}
      <p className="sign-in-actions">
        <button
          type="button"
          className="btn btn--style-secondary btn--size-small"
          aria-disabled={isBusy || undefined}
          onClick={send}
        >
          {invitation ? 'Send again' : 'Mail a link to a new password'}
        </button>
      </p>
      {problem && <p>{problem}</p>}
      {passkeys.length > 0 && (
        <section aria-labelledby="passkeys-title">
          <h2 id="passkeys-title">Passkeys</h2>
          <PasskeyList passkeys={passkeys} actions={[{ label: 'Remove', onPress: setToRemove }]} />
        </section>
      )}
      {toRemove && (
        <AdminDialog
          title={`Remove “${toRemove.name}”`}
          look="dialog"
          focus="[type=submit]"
          onClose={() => setToRemove(null)}
        >
          <p>It opens nothing any more. They are signed out everywhere, and get a mail.</p>
          <CredentialForm
            fields={[]}
            send={async () =>
              setUpdated(
                await callApi('users/passkeys/revoke', { body: { user, id: toRemove.id } }),
              )
            }
            button="Remove passkey"
            onDone={() => {
              setToRemove(null)
              toast.success('The passkey is removed.')
            }}
          />
        </AdminDialog>
      )}
    </div>
  )
}
