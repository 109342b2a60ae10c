'use client'
import { useState } from 'react'
import { useCall } from '../../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import { randomId } from '../../../../platform/ui/random-id.ts'
import type { LinkReply } from '../../manage/contract.ts'
import { LinkAddress } from './LinkAddress.tsx'

type Props = { link: { id: number; name: string; facts: string }; isPublisher: boolean }

/** An organiser's link, with buttons that replace or revoke it. */
export function LinkRow({ link: { id, name, facts }, isPublisher }: Props) {
  const [key] = useState(randomId)
  const [made, setMade] = useState<LinkReply | null>(null)
  const { isBusy, problem, call } = useCall()
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="admin-quiet">{facts}</p>
      </div>
      {isPublisher ? (
        <div className="guests-ways">
          <Button
            unavailable={isBusy}
            onClick={() =>
              void call<LinkReply>(
                'event-links/replace',
                { link: id, key },
                { done: 'Replaced.' },
              ).then(setMade)
            }
          >
            New link<span className="sr"> for {name}</span>
          </Button>
          <Button
            kind="danger"
            unavailable={isBusy}
            onClick={() => void call('event-links/revoke', { link: id }, { done: 'Revoked.' })}
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
