import { useStore } from '@nanostores/react'
import type { ReceivedMessage } from '../../../cms/features/nudges/contract.ts'
import { linkKind } from '../../../cms/features/nudges/rules.ts'
import { formatGuestTime } from '../../../cms/platform/ui/format-time.ts'
import { shownNudges } from '../shown.ts'
import { NotKnown } from './NotKnown.tsx'
import { $push } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { timeZone: string; waiting: TextsOf<'waiting'>; texts: TextsOf<'messages'> }

/** Adds the nudges that only windows of this browser have shown, which the server does not know. */
function withShown(messages: ReceivedMessage[], why: string) {
  const known = new Set(messages.flatMap(({ kind, id }) => (kind === 'nudge' ? String(id) : [])))
  const shown = shownNudges()
    .filter(({ id }) => id === null || !known.has(id))
    .map(({ id, atMs, url, title, text }) => ({
      ...{ kind: 'nudge' as const, id: id ?? atMs, title: title || url, text, url, why },
      sent_at: new Date(atMs).toISOString(),
    }))
  return [...messages, ...shown].sort(
    (one, other) => Date.parse(other.sent_at) - Date.parse(one.sent_at),
  )
}

/** The last nudges and letters that this device or person got, and why they got them. */
export function NudgesAndLetters({ timeZone, waiting, texts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  if (view.phase !== 'known') return <NotKnown phase={view.phase} texts={waiting} />
  const messages = withShown(view.server.messages, texts.window)
  if (messages.length === 0) return <p className="lead">{texts.none}</p>
  return (
    <ul className="nudges-messages">
      {messages.map(({ kind, id, title, text, url, sent_at, why }) => {
        const link = linkKind(url ?? '')
        const words = <>{text || title}</>
        return (
          <li key={`${kind}-${id}`}>
            <p className="note">
              {texts[kind]},{' '}
              <time className="figures" dateTime={sent_at}>
                {formatGuestTime(new Date(sent_at), timeZone)}
              </time>
            </p>
            {title && text && <h3 className="poster h4">{title}</h3>}
            <p>
              {link === 'path' && <a href={url ?? ''}>{words}</a>}
              {link === 'tab' && (
                <a href={url ?? ''} target="_blank" rel="noopener">
                  {words}
                </a>
              )}
              {link === 'inert' && words}
            </p>
            <details>
              <summary>{texts.why}</summary>
              <p>{why}</p>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
