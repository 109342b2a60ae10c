'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { PersonSearch } from '../../../platform/admin/shell/PersonSearch.tsx'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import type { FoundReply } from '../contract.ts'
import { ScanCard } from './ScanCard.tsx'

const creditPath = (member: number) => `/cms/till?member=${member}`

/** Finds a member by name, address or card, and opens their credit. */
export function FindMember() {
  const router = useRouter()
  return (
    <section className="till-find">
      <p>Whose credit is it? Type a name or an address.</p>
      <PersonSearch
        id="till-member"
        label="Member"
        collection="members"
        onChoose={({ id }) => router.push(creditPath(id))}
      />
      <CardForm />
    </section>
  )
}

/** A field for a card's code or number, which opens the member's credit. A scanner types the code and presses Enter. */
export function CardForm() {
  const router = useRouter()
  const [card, setCard] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find(card)
  }
  const find = async (code: string) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { member } = await callApi<FoundReply>('till/find', { body: { card: code } })
      router.push(creditPath(member))
    } catch (error) {
      setProblem(errorMessage(error))
      // Otherwise the next scan would be appended to the refused code.
      setCard('')
    }
    setBusy(false)
  }
  return (
    <form className="lists-form" onSubmit={submit}>
      <div className="lists-field">
        <label htmlFor="till-card">Card</label>
        <input
          id="till-card"
          value={card}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="till-card-hint"
          onChange={(event) => setCard(event.target.value)}
        />
        <p id="till-card-hint" className="admin-quiet">
          Scan the code of the card, paste it, or type the number, such as 00012.
        </p>
      </div>
      <ScanCard
        onRead={(code) => {
          setCard(code)
          void find(code)
        }}
      />
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          {isBusy ? 'One moment …' : 'Open'}
        </Button>
      </p>
    </form>
  )
}
