'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { CallError, callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import type { PayoutReply } from '../contract.ts'
import { maxNoteLength, type PayoutAccount, payoutAccounts, payoutAccountTexts } from '../rules.ts'
import { type CauseChoice, CauseFields } from './CauseFields.tsx'

/** Uploads the photo of a receipt. @returns the id of its record */
async function upload(file: File, alt: string): Promise<number> {
  const body = new FormData()
  body.set('file', file)
  body.set('_payload', JSON.stringify({ alt, is_receipt: true }))
  const response = await fetch('/api/media?depth=0', { method: 'POST', body }).catch(() => null)
  if (!response) throw new CallError('The server can’t be reached. Please try again.')
  const reply = await response.json().catch(() => ({}))
  if (response.ok) return Number(reply.doc.id)
  throw new CallError(reply.message || reply.errors?.[0]?.message || 'The photo can’t be stored.')
}

export function PayoutForm({ causes }: { causes: readonly CauseChoice[] }) {
  const router = useRouter()
  // A repeated request, for example after a double click or a lost reply, sends the same key and photo.
  const [key, setKey] = useState(randomId)
  const uploaded = useRef<{ file: File; id: number } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [cause, setCause] = useState(causes[0]?.id ?? 0)
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [account, setAccount] = useState<PayoutAccount>('till:cash')
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const requestPayout = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!file) {
      setProblem('Choose a photo of the receipt.')
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      if (uploaded.current?.file !== file) {
        uploaded.current = { file, id: await upload(file, `Receipt: ${note}`) }
      }
      const receipt = uploaded.current.id
      await callApi<PayoutReply>('common-good/payouts', {
        body: { key, cause, amount, note, receipt, account },
      })
      toast.success('Asked. Somebody else approves it.')
      setKey(randomId())
      setAmount('')
      setNote('')
      setFile(null)
      form.current?.reset()
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  if (!causes.length) return <p className="admin-quiet">There is no cause yet.</p>
  return (
    <form className="lists-form" onSubmit={requestPayout} ref={form}>
      <CauseFields {...{ causes, cause, amount }} onCause={setCause} onAmount={setAmount} />
      <div className="lists-field">
        <label htmlFor="payout-note">What for</label>
        <input
          id="payout-note"
          value={note}
          required
          maxLength={maxNoteLength}
          autoComplete="off"
          aria-describedby="payout-note-hint"
          onChange={(event) => setNote(event.target.value)}
        />
        <p id="payout-note-hint" className="admin-quiet">
          Everybody reads this.
        </p>
      </div>
      <div className="lists-field">
        <label htmlFor="payout-account">Paid from</label>
        <select
          id="payout-account"
          value={account}
          onChange={(event) => setAccount(event.target.value as PayoutAccount)}
        >
          {payoutAccounts.map((each) => (
            <option key={each} value={each}>
              {payoutAccountTexts[each]}
            </option>
          ))}
        </select>
      </div>
      <div className="lists-field">
        <label htmlFor="payout-receipt">Photo of the receipt</label>
        <input
          id="payout-receipt"
          type="file"
          accept="image/*"
          aria-describedby="payout-receipt-hint"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <p id="payout-receipt-hint" className="admin-quiet">
          Everybody sees it. Cover names and card numbers.
        </p>
      </div>
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          {isBusy ? 'One moment …' : 'Ask for it'}
        </Button>
      </p>
    </form>
  )
}
