'use client'
import { useState } from 'react'
import { callApi, errorMessage } from '../../admin/calls/call.ts'
import { Problem } from '../../admin/shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'

/** Asks for a proof if the session has none of the last minutes, then lets the browser save the file. */
export function BackupButton() {
  const [state, setState] = useState<'ready' | 'asking' | 'begun'>('ready')
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    if (state === 'asking') return
    setProblem(null)
    setState('asking')
    try {
      await callApi('users/proof?for=backup')
      setState('begun')
      location.assign('/api/system/backup')
    } catch (error) {
      setProblem(errorMessage(error))
      setState('ready')
    }
  }
  return (
    <>
      <Button onClick={() => void start()} aria-disabled={state === 'asking'}>
        Download a backup
      </Button>
      <span role="status">
        {state === 'begun' ? ' It is being written. The browser saves it in a moment.' : ''}
      </span>
      <Problem>{problem}</Problem>
    </>
  )
}
