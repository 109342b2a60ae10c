import { type KeyboardEvent, useEffect, useState } from 'react'
import { pollWhileVisible } from '../../../islands/lib/poll-while-visible.ts'
import { call } from '../../admin/shell/call.ts'
import type { LiveReply } from '../reports/contract.ts'
import { liveEveryMs } from '../reports/rules.ts'
import { figure, pageText } from './texts.ts'
import { useScreen } from './use-screen.tsx'

function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { key, currentTarget } = event
  if (key !== 'Escape' || !currentTarget.open) return
  // Without this the key would remove the filters too.
  event.preventDefault()
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/** How many people are on the site now, and on which pages. The number is requested again and again. */
export function LiveVisitors() {
  const { toggle } = useScreen()
  const [live, setLive] = useState<LiveReply | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(
    () =>
      pollWhileVisible(() => {
        call<LiveReply>('analytics/live').then(
          (reply) => {
            setLive(reply)
            setLost(false)
          },
          () => setLost(true),
        )
      }, liveEveryMs),
    [],
  )
  const words = live
    ? live.visitors === 1
      ? 'person is here now'
      : 'people are here now'
    : 'people are here now'
  return (
    <details className="analytics-live" data-lost={isLost || undefined} onKeyDown={closeByEscape}>
      <summary>
        <i aria-hidden="true" />
        {isLost && !live ? (
          'Who is here now is not known'
        ) : (
          <>
            <b>{live ? figure(live.visitors) : '–'}</b> {words}
          </>
        )}
        {isLost && live ? <small> (the last number that arrived)</small> : null}
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
                <b>{figure(visitors)}</b>
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
