'use client'
import { toast, useAuth, useDocumentInfo } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { CredentialForm } from '../../admin/login/CredentialForm.tsx'
import { AdminDialog } from '../../admin/shell/AdminDialog.tsx'
import { call } from '../../admin/shell/call.ts'
import { useAction } from '../../admin/shell/use-action.ts'
import { passwordMinLength } from '../rules.ts'

const current = {
  name: 'current_password',
  label: 'Current password',
  type: 'password',
  autoComplete: 'current-password',
} as const

const dialogs = {
  password: {
    title: 'Change your password',
    path: 'users/change-password',
    field: {
      name: 'password',
      label: 'New password',
      type: 'password',
      autoComplete: 'new-password',
      hint: `At least ${passwordMinLength} characters. Other browsers are signed out.`,
    },
    button: 'Change password',
    done: 'Your password is changed.',
  },
  email: {
    title: 'Change your e-mail address',
    path: 'users/change-email',
    field: {
      name: 'email',
      label: 'New e-mail address',
      type: 'email',
      autoComplete: 'email',
      hint: 'You log in with it from now on. Other browsers are signed out.',
    },
    button: 'Change address',
    done: 'Your address is changed.',
  },
} as const

/** How an account is opened: for its owner, for an admin, and while somebody is invited. */
export function SignInField() {
  const { id, isEditing } = useDocumentInfo()
  const { user } = useAuth()
  const router = useRouter()
  const { busy, run } = useAction()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const style = 'btn btn--style-secondary btn--size-small'
  if (!isEditing) {
    return (
      <p>An invitation goes to this address. Its owner chooses a password with the link in it.</p>
    )
  }
  if (String(id) !== String(user?.id)) {
    const send = () =>
      run(async () => {
        await call('users/send-password-link', { body: { id: Number(id) } })
        toast.success('The link is on its way.')
      })
    return (
      <button type="button" className={style} aria-disabled={busy || undefined} onClick={send}>
        Mail a link to a new password
      </button>
    )
  }
  const shown = open && dialogs[open]
  return (
    <div className="sign-in-actions">
      <button type="button" className={style} onClick={() => setOpen('password')}>
        Change password
      </button>
      <button type="button" className={style} onClick={() => setOpen('email')}>
        Change e-mail address
      </button>
      {shown && (
        <AdminDialog title={shown.title} look="dialog" focus="input" onClose={() => setOpen(null)}>
          <CredentialForm
            path={shown.path}
            fields={[current, shown.field]}
            button={shown.button}
            onDone={() => {
              setOpen(null)
              toast.success(shown.done)
              router.refresh()
            }}
          />
        </AdminDialog>
      )}
    </div>
  )
}
