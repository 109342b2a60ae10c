'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../platform/ui/Button.tsx'
import type { ImportReply, RefusedRow } from '../contract.ts'

type Outcome = { message: string; rows: RefusedRow[] }

/** Imports redirects from a CSV file, and lists the rows that were refused. */
export function ImportForm() {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('file')
    if (isBusy || !(file instanceof File) || !file.size) return
    setBusy(true)
    setOutcome(await importFile(file))
    router.refresh()
    setBusy(false)
  }

  return (
    <form className="lists-form" onSubmit={send}>
      <p>
        A CSV file with the columns <code>from</code> and <code>to</code>, and if you like{' '}
        <code>match</code> (exact or prefix) and <code>status</code> (301 or 302). A row whose old
        path is known replaces that redirect.
      </p>
      <p className="lists-drop">
        <label htmlFor="redirects-file">CSV file</label>
        <input id="redirects-file" name="file" type="file" accept=".csv,text/csv" required />
      </p>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          {isBusy ? 'Importing …' : 'Import'}
        </Button>
      </p>
      <div role="status">
        {outcome ? (
          <>
            <p className="admin-warning">{outcome.message}</p>
            {outcome.rows.length ? (
              <ul>
                {outcome.rows.map(({ line, from, message }) => (
                  <li key={line}>
                    Line {line}, <code>{from}</code>: {message}
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        ) : null}
      </div>
    </form>
  )
}

/** @returns null after a success, which a toast reports */
async function importFile(file: File): Promise<Outcome | null> {
  const csv = await file.text().catch(() => null)
  if (csv === null) return { message: 'The file can’t be read. Please choose it again.', rows: [] }
  const reply = await fetch('/api/redirect-list/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csv }),
  }).catch(() => null)
  const body = await reply?.json().catch(() => ({}))
  if (reply?.ok) {
    const { imported } = body as ImportReply
    toast.success(`${imported} ${imported === 1 ? 'redirect' : 'redirects'} imported.`)
    return null
  }
  const message = body?.message ?? 'The server can’t be reached. Please try again.'
  return { message, rows: body?.rows ?? [] }
}
