'use client'
import { toast } from '@payloadcms/ui'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useState } from 'react'
import { callApi } from '../../admin/calls/call.ts'
import { useReply } from '../../admin/calls/use-reply.ts'
import { AdminDialog } from '../../admin/shell/AdminDialog.tsx'
import { createPasskey } from '../../admin/shell/passkeys.ts'
import { signalAccepted } from '../../ui/signal-authenticator.ts'
import type { OwnPasskey } from '../../webauthn/contract.ts'
import { maxNameLength } from '../../webauthn/rules.ts'
import type { StaffPasskeysReply } from '../contract.ts'
import { passwordMinLength } from '../rules.ts'
import { PasskeyList } from './PasskeyList.tsx'
import { ProofForm } from './ProofForm.tsx'

type Form = ComponentProps<typeof ProofForm>
type Values = Parameters<Form['send']>[0]
type Dialog = Pick<Form, 'fields' | 'send' | 'button'> & {
  title: string
  text?: string
  /** The text of the toast after a success. */
  done: string
}

const nameField = {
  name: 'name',
  label: 'Name',
  type: 'text',
  autoComplete: 'off',
  maxLength: maxNameLength,
} as const

const changePassword: Dialog = {
  title: 'Change your password',
  fields: [
    {
      name: 'password',
      label: 'New password',
      type: 'password',
      autoComplete: 'new-password',
      hint: `At least ${passwordMinLength} characters. Other browsers are signed out.`,
    },
  ],
  send: (values) => callApi('users/change-password', { body: values }),
  button: 'Change password',
  done: 'Your password is changed.',
}

const changeEmail: Dialog = {
  title: 'Change your e-mail address',
  fields: [
    {
      name: 'email',
      label: 'New e-mail address',
      type: 'email',
      autoComplete: 'email',
      hint: 'You log in with it from now on. Other browsers are signed out.',
    },
  ],
  send: (values) => callApi('users/change-email', { body: values }),
  button: 'Change address',
  done: 'Your address is changed.',
}

async function addPasskey({ name, ...proof }: Values): Promise<StaffPasskeysReply> {
  const { options } = await callApi<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    'users/passkeys/register-options',
    { body: proof },
  )
  const attestation = await createPasskey(options)
  const body = { name, user_handle: options.user.id, attestation }
  return callApi('users/passkeys/register', { body })
}

/** The sign-in methods of one's own account: password, address and passkeys. */
export function OwnSignIn() {
  const router = useRouter()
  const { reply: first, problem } = useReply<StaffPasskeysReply>('users/passkeys')
  const [changed, setReply] = useState<StaffPasskeysReply | null>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const reply = changed ?? first
  const style = 'btn btn--style-secondary btn--size-small'

  const add: Dialog = {
    title: 'Add a passkey',
    fields: [{ ...nameField, hint: 'What it is kept in, such as “My phone”.' }],
    send: async (values) => setReply(await addPasskey(values)),
    button: 'Add passkey',
    done: 'Your passkey is added.',
  }
  const rename = ({ id, name }: OwnPasskey) =>
    setDialog({
      title: `Rename “${name}”`,
      fields: [{ ...nameField, defaultValue: name }],
      send: async (values) =>
        setReply(await callApi('users/passkeys/rename', { body: { ...values, id } })),
      button: 'Save name',
      done: 'Your passkey is renamed.',
    })
  const remove = ({ id, name }: OwnPasskey) =>
    setDialog({
      title: `Remove “${name}”`,
      text: 'It opens nothing any more. Other browsers are signed out.',
      fields: [],
      send: async (values) => {
        const remaining = await callApi<StaffPasskeysReply>('users/passkeys/remove', {
          body: { ...values, id },
        })
        signalAccepted(reply?.accepted ?? [], remaining.accepted)
        setReply(remaining)
      },
      button: 'Remove passkey',
      done: 'Your passkey is removed.',
    })

  return (
    <div className="sign-in-field">
      <p className="sign-in-actions">
        <button type="button" className={style} onClick={() => setDialog(changePassword)}>
          Change password
        </button>
        <button type="button" className={style} onClick={() => setDialog(changeEmail)}>
          Change e-mail address
        </button>
      </p>
      <section aria-labelledby="passkeys-title">
        <h2 id="passkeys-title">Passkeys</h2>
        <p>
          A passkey opens the admin with your face, your fingerprint or the lock of your device.
          Your password stays as it is.
        </p>
        {problem && <p>{problem}</p>}
        {reply && (
          <PasskeyList
            passkeys={reply.passkeys}
            actions={[
              { label: 'Rename', onPress: rename },
              { label: 'Remove', onPress: remove },
            ]}
          />
        )}
        <p className="sign-in-actions">
          <button type="button" className={style} onClick={() => setDialog(add)}>
            Add a passkey
          </button>
        </p>
      </section>
      {dialog && (
        <AdminDialog
          title={dialog.title}
          look="dialog"
          focus="input, [type=submit]"
          onClose={() => setDialog(null)}
        >
          {dialog.text && <p>{dialog.text}</p>}
          <ProofForm
            hasPasskeys={Boolean(reply?.passkeys.length)}
            fields={dialog.fields}
            send={dialog.send}
            button={dialog.button}
            onDone={() => {
              setDialog(null)
              toast.success(dialog.done)
              router.refresh()
            }}
          />
        </AdminDialog>
      )}
    </div>
  )
}
