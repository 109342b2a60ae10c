'use client'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatMoment } from '../../admin/shell/format.ts'
import type { OwnPasskey } from '../../webauthn/contract.ts'

type Props = {
  passkeys: readonly OwnPasskey[]
  actions: readonly { label: string; onPress: (passkey: OwnPasskey) => void }[]
}

/** The passkeys of an account, with the dates and actions of each. */
export function PasskeyList({ passkeys, actions }: Props) {
  const { timeZone, today } = useAdminContext()
  const at = (moment: string) => formatMoment(moment, timeZone, today)
  return (
    <ul className="passkey-list">
      {passkeys.map((passkey) => {
        const { id, name, provider, kind, created_at: added, last_used_at: used } = passkey
        return (
          <li key={id}>
            <p>
              <b>{name}</b>
              <br />
              {[provider !== name && provider, kind].filter(Boolean).join(' · ')}
              <br />
              Added: {at(added)} · last used: {used ? at(used) : 'never'}
            </p>
            {actions.map(({ label, onPress }) => (
              <button
                key={label}
                type="button"
                className="btn btn--style-secondary btn--size-small"
                aria-label={`${label} ${name}`}
                onClick={() => onPress(passkey)}
              >
                {label}
              </button>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
