import { useEffect } from 'react'
import { suggestPasskeys } from '../../passkeys/client.ts'
import { faultOf, suggestedPasskey } from '../flow.ts'

/** Lists the device's passkeys among the suggestions of a field for as long as the field is there. */
export function useSuggestions(onFault: (said: string) => void, { isOffered = true } = {}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are listed for as long as the field is there
  useEffect(() => {
    if (!isOffered) return
    const fail = (error: unknown) => onFault(faultOf(error).message)
    return suggestPasskeys({
      onUsed: (ceremony) => void suggestedPasskey(ceremony).catch(fail),
      onFault: fail,
    })
  }, [])
}
