'use client'
import { useState } from 'react'
import { randomId } from '../../../../islands/lib/random-id.ts'
import { Button } from '../../../../islands/ui/Button.tsx'
import { Problem } from '../../../admin/shell/Problem.tsx'
import type { LinkReply } from '../../manage/contract.ts'
import { LinkAddress } from './LinkAddress.tsx'
import { useGuestAction } from './use-guest-action.ts'

type Props = { link: { id: number; name: string; facts: string }; isPublisher: boolean }

/** An organiser's link, with buttons that replace or revoke it. */
export function LinkRow({ link: { id, name, facts }, isPublisher }: Props) {
  const [key] = useState(randomId)
  const [made, setMade] = useState<LinkReply | null>(null)
  const { isBusy, problem, run } = useGuestAction()
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="admin-quiet">{facts}</p>
      </div>
      {isPublisher ? (
        <div className="event-guests-ways">
          <Button
            unavailable={isBusy}
            onClick={() =>
              void run<LinkReply>('event-links/replace', { link: id, key }, 'Replaced.').then(
                setMade,
              )
            }
          >
            New link<span className="sr"> for {name}</span>
          </Button>
          <Button
            kind="danger"
            unavailable={isBusy}
            onClick={() => void run('event-links/revoke', { link: id }, 'Revoked.')}
          >
            Revoke<span className="sr"> the link for {name}</span>
          </Button>
        </div>
      ) : null}
      <Problem>{problem}</Problem>
      {made ? <LinkAddress url={made.url} /> : null}
    </li>
  )
}
