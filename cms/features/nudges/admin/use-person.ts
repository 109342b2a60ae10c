import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import type { FoundPerson } from '../../../platform/admin/shell/PersonSearch.tsx'
import { useNudge } from './use-nudge.ts'

/** The member who gets a nudge. Only publishers may read members, so `person` stays null for other staff. */
export function usePerson(id: number | null): {
  person: FoundPerson | null
  problem: string | null
} {
  const { canPublish } = useNudge()
  const { reply, problem } = useReply<FoundPerson>(
    id !== null && canPublish ? `members/${id}?depth=0&select[name]=true&select[email]=true` : null,
  )
  return { person: reply?.id === id ? reply : null, problem }
}
