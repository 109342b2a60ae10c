import { type KeyboardEvent, useEffect, useState } from 'react'
import { callApi } from '../../../../platform/admin/calls/call.ts'
import { pollWhileVisible } from '../../../../platform/ui/poll-while-visible.ts'
import type { LiveReply } from '../../reports/contract.ts'
import { livePollIntervalMs } from '../../reports/rules.ts'
import { formatNumber, pageText } from '../texts.ts'
import { useScreen } from '../use-screen.tsx'

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { key, currentTarget } = event
  if (key !== 'Escape' || !currentTarget.open) return
  // Prevents the shortcut for Escape, which removes all filters.
  event.preventDefault()
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/** How many people are on the site now, and on which pages. The number is polled. */
export function LiveVisitors() {
  const { toggle } = useScreen()
  const [live, setLive] = useState<LiveReply | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(
    () =>
      pollWhileVisible(() => {
        callApi<LiveReply>('analytics/live').then(
          (reply) => {
            setLive(reply)
            setFailed(false)
          },
          () => setFailed(true),
        )
      }, livePollIntervalMs),
    [],
  )
  const words = live
    ? live.visitors === 1
      ? 'person is here now'
      : 'people are here now'
    : 'people are here now'
  return (
    <details
      className="analytics-live"
      data-failed={hasFailed || undefined}
      onKeyDown={closeOnEscape}
    >
      <summary>
        <i aria-hidden="true" />
        {hasFailed && !live ? (
          'Who is here now is not known'
        ) : (
          <>
            <b>{live ? formatNumber(live.visitors) : '–'}</b> {words}
          </>
        )}
        {hasFailed && live ? <small> (the last number that arrived)</small> : null}
      </summary>
      <div>
        <p className="analytics-quiet">In the last five minutes, asked every ten seconds.</p>
        {live?.pages.length ? (
          <ul>
            {live.pages.map(({ page, visitors }) => (
              <li key={page}>
                <button type="button" onClick={() => toggle('page', page)}>
                  {pageText(page)}
                </button>
                <b>{formatNumber(visitors)}</b>
              </li>
            ))}
          </ul>
        ) : (
          <p>Nobody has a page open.</p>
        )}
      </div>
    </details>
  )
}
