import { useEffect } from 'react'
import { suggestPasskeys } from '../../passkeys/client.ts'
import { suggestedPasskey } from '../flow.ts'

/** Lists the device's passkeys among the suggestions of the dialog's field. */
export function useSuggestions(onFault: (said: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are listed for as long as the dialog is open
  useEffect(
    () =>
      suggestPasskeys({
        onUsed: (ceremony) => void suggestedPasskey(ceremony),
        onFault: ({ message }) => onFault(message),
      }),
    [],
  )
}
