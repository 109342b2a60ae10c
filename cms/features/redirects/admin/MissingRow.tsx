'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { Button } from '../../../platform/ui/Button.tsx'

type Props = { path: string; suggestion: string; count: number; lastRequest: string }

/**
 * A path that was not found, with the form that redirects it.
 * @param suggestion the path of the most similar page; empty if none is similar
 * @param lastRequest the time of the last request, as shown
 */
export function MissingRow({ path, suggestion, count, lastRequest }: Props) {
  const router = useRouter()
  const [to, setTo] = useState(suggestion)
  const [isBusy, setBusy] = useState(false)
  const input = useId()

  const run = async <Reply,>(work: () => Promise<Reply>, done: (reply: Reply) => void) => {
    if (isBusy) return
    setBusy(true)
    try {
      done(await work())
      router.refresh()
    } catch (error) {
      toast.error(errorMessage(error))
    }
    setBusy(false)
  }
  const redirect = (event: FormEvent) => {
    event.preventDefault()
    void run(
      () =>
        callApi<{ doc: { leads_nowhere: boolean } }>('redirects', {
          body: { from: path, to, match: 'exact', status: '301' },
        }),
      ({ doc }) => {
        const done = `${path} leads to ${to} now.`
        if (doc.leads_nowhere) toast.warning(`${done} The site has no page there.`)
        else toast.success(done)
      },
    )
  }
  const ignore = () =>
    run(
      () => callApi('redirect-list/ignore', { body: { path } }),
      () => toast.success(`${path} is off the list.`),
    )

  return (
    <li>
      <p className="missing-paths__path">
        <code>{path}</code>
        <span>
          {count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last {lastRequest}
        </span>
      </p>
      <form onSubmit={redirect}>
        <label htmlFor={input}>
          Target <span className="sr">for {path}</span>
        </label>
        <input
          id={input}
          value={to}
          required
          maxLength={500}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          Redirect<span className="sr"> {path}</span>
        </Button>
        <Button type="button" onClick={ignore} aria-disabled={isBusy}>
          Ignore<span className="sr"> {path}</span>
        </Button>
      </form>
    </li>
  )
}
