'use client'
import { type FormEvent, useState } from 'react'
import { callApi, errorMessage } from '../../../../platform/admin/calls/call.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { WrittenLetter } from '../../contract.ts'

type Props = { draft: WrittenLetter; as: number | null; ownAddress: string }

/** The form that sends the letter as a test mail to one address. */
export function TestForm({ draft, as, ownAddress }: Props) {
  const [to, setTo] = useState(ownAddress)
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ words: string; isProblem: boolean } | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setNotice(null)
    try {
      const sent = await callApi<{ to: string }>('letter/test', { body: { ...draft, to, as } })
      setNotice({ words: `A test is on its way to ${sent.to}.`, isProblem: false })
    } catch (error) {
      // The server's message begins with the name of the field. This form shows the message beside the field, so the
      // name is removed.
      setNotice({ words: errorMessage(error).replace(/^to: /, ''), isProblem: true })
    }
    setBusy(false)
  }
  return (
    <form className="letter-test" onSubmit={send} noValidate>
      <label htmlFor="letter-test">Send a test to</label>
      <input
        id="letter-test"
        type="email"
        autoComplete="email"
        value={to}
        aria-describedby="letter-test-said"
        aria-invalid={notice?.isProblem || undefined}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" unavailable={isBusy}>
        {isBusy ? 'Sending …' : 'Send a test'}
      </Button>
      <p
        id="letter-test-said"
        role="status"
        className={notice?.isProblem ? 'record-problem' : 'record-done'}
      >
        {notice?.words}
      </p>
    </form>
  )
}
