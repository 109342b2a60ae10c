'use client'
import { useRouter } from 'next/navigation'
import { PersonSearch } from '../../admin/shell/PersonSearch.tsx'

/** Finds a member by name or address and opens their credit. */
export function FindMember() {
  const router = useRouter()
  return (
    <section className="till-find">
      <p>Whose credit is it? Type a name or an address.</p>
      <PersonSearch
        id="till-member"
        label="Member"
        collection="members"
        onChoose={({ id }) => router.push(`/cms/till?member=${id}`)}
      />
    </section>
  )
}
