'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import { type CauseChoice, CauseFields } from './CauseFields.tsx'

export function FundingForm({ causes }: { causes: readonly CauseChoice[] }) {
  const router = useRouter()
  // A repeated request, for example after a double click or a lost reply, sends the same key.
  const [key, setKey] = useState(randomId)
  const [cause, setCause] = useState(causes[0]?.id ?? 0)
  const [amount, setAmount] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fund = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await callApi('common-good/fund', { body: { key, cause, amount } })
      toast.success('Set aside.')
      setKey(randomId())
      setAmount('')
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  if (!causes.length) return <p className="admin-quiet">There is no cause that is open.</p>
  return (
    <form className="lists-form" onSubmit={fund}>
      <CauseFields {...{ causes, cause, amount }} onCause={setCause} onAmount={setAmount} />
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          {isBusy ? 'One moment …' : 'Set aside'}
        </Button>
      </p>
    </form>
  )
}
