import { useEffect } from 'react'
import { autofillPasskeys } from '../../passkeys/client.ts'
import { signInWithAutofill, toPasskeyError } from '../flow.ts'

/** Lists the device's passkeys in a field's autofill while the component is mounted. */
export function usePasskeyAutofill(
  onError: (message: string) => void,
  { isEnabled = true } = {},
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once per mount
  useEffect(() => {
    if (!isEnabled) return
    const fail = (error: unknown) => onError(toPasskeyError(error).message)
    return autofillPasskeys({
      onUsed: (ceremony) => void signInWithAutofill(ceremony).catch(fail),
      onFailure: fail,
    })
  }, [])
}
