'use client'
import { useState } from 'react'
import { callApi, errorMessage } from '../../../../platform/admin/calls/call.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { TestReply } from '../../contract.ts'

type Props = {
  id: number
  isModified: boolean
  /** Saves the nudge. @returns whether it is saved */
  save: () => Promise<boolean>
}

/** Sends the nudge as a test to the browser that the publisher uses. */
export function TestButton({ id, isModified, save }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ text: string; isProblem: boolean } | null>(null)
  const send = async () => {
    setBusy(true)
    setOutcome(null)
    try {
      if (await save()) {
        const { message } = await callApi<TestReply>(`nudge-list/${id}/test`, { body: {} })
        setOutcome({ text: message, isProblem: false })
      }
    } catch (error) {
      setOutcome({ text: errorMessage(error), isProblem: true })
    }
    setBusy(false)
  }
  return (
    <div className="nudge-test">
      <Button unavailable={isBusy} onClick={send}>
        {isBusy
          ? 'Sending …'
          : isModified
            ? 'Save and send a test to this device'
            : 'Send a test to this device'}
      </Button>
      <p role="status" className="record-done">
        {outcome && !outcome.isProblem ? outcome.text : ''}
      </p>
      {outcome?.isProblem ? (
        <p className="admin-warning" role="alert">
          {outcome.text}{' '}
          <a href="/notifications" target="_blank" rel="noreferrer">
            Nudges on this device
          </a>
        </p>
      ) : null}
    </div>
  )
}
