'use client'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { type ComponentProps, useState } from 'react'
import { callApi } from '../../admin/calls/call.ts'
import { CredentialForm } from '../../admin/login/CredentialForm.tsx'
import { presentPasskey } from '../../admin/shell/passkeys.ts'
import { Button } from '../../ui/Button.tsx'

const currentPasswordField = {
  name: 'current_password',
  label: 'Current password',
  type: 'password',
  autoComplete: 'current-password',
} as const

async function findAssertion() {
  const { options } = await callApi<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    'users/passkeys/confirm-options',
    { body: {} },
  )
  return presentPasskey(options)
}

type Props = ComponentProps<typeof CredentialForm> & {
  /** Whether the account has passkeys. If so, the form requests a passkey and offers the password as alternative. */
  hasPasskeys: boolean
}

/** A form that changes one's own account. The change requires the current password or a passkey. */
export function ProofForm({ hasPasskeys, fields, send, ...form }: Props) {
  const [isPasskey, setPasskey] = useState(hasPasskeys)
  return (
    <>
      <CredentialForm
        {...form}
        fields={isPasskey ? fields : [currentPasswordField, ...fields]}
        send={async (values) =>
          send(isPasskey ? { ...values, assertion: await findAssertion() } : values)
        }
      />
      {hasPasskeys && (
        <p className="proof-choice">
          {isPasskey && 'Your passkey confirms it.'}
          <Button kind="quiet" onClick={() => setPasskey(!isPasskey)}>
            {isPasskey ? 'Use the password instead' : 'Use a passkey instead'}
          </Button>
        </p>
      )}
    </>
  )
}
