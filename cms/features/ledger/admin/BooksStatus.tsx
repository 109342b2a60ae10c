'use client'
import { useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import type { CheckReply } from '../contract.ts'

const pollMs = 1000
const maxPolls = 60

type Props = { initialCheck: CheckReply['check']; mayCheck: boolean }

/** The result of the last check of the books, and a button for a new one. */
export function BooksStatus({ initialCheck, mayCheck }: Props) {
  const { timeZone, today } = useAdminContext()
  const [check, setCheck] = useState(initialCheck)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await callApi('ledger/check', { body: {} })
      const next = await waitForNext(check?.id)
      if (next) setCheck(next)
      else setProblem('The check takes longer. Its result is here when you load the page again.')
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <>
      <p role="status">
        {isBusy ? 'Everything is being computed again from the entries …' : result()}
      </p>
      <Problem>{problem}</Problem>
      {mayCheck ? (
        <p>
          <Button aria-disabled={isBusy} onClick={() => void start()}>
            Check now
          </Button>
        </p>
      ) : null}
    </>
  )

  function result() {
    if (!check) return 'Nobody has checked them yet. They are checked every night.'
    const at = formatMoment(check.ended_at, timeZone, today)
    return check.ok
      ? `Right at the last check: ${at}.`
      : `Not right at the last check: ${at}. The log says where. Ask whoever runs the server.`
  }
}

/** Waits for a check of the books with another id. @returns null if there is none within a minute */
async function waitForNext(id: number | undefined): Promise<CheckReply['check']> {
  for (let poll = 0; poll < maxPolls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const { check } = await callApi<CheckReply>('ledger/check')
    if (check && check.id !== id) return check
  }
  return null
}
