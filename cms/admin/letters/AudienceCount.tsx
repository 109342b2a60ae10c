'use client'
import { useEffect } from 'react'
import type { AudienceReply } from '../../letters/contract.ts'
import { $readers } from './store.ts'
import { useAsked } from './use-asked.ts'
import { useLetter, useValue } from './use-letter.ts'
import { audienceSaid } from './words.ts'

/** Below the choice of readers: how many they are, as it is being chosen. */
export function AudienceCount() {
  const { state } = useLetter()
  const interests = useValue<string[] | null>('audience.interests') ?? []
  const birthdayThisMonth = useValue<boolean>('audience.birthdayThisMonth') ?? false
  const joinedSince = useValue<string | null>('audience.joinedSince') || null
  const isOpen = state === 'draft' || state === 'scheduled'
  const { reply, fault, busy, askAgain } = useAsked<AudienceReply>(
    'letter/audience',
    isOpen ? { interests, birthdayThisMonth, joinedSince } : null,
  )
  useEffect(() => {
    $readers.set(fault ? null : reply)
  }, [reply, fault])
  if (!isOpen) return null
  return (
    <div className="letter-readers" aria-busy={busy}>
      <p role="status">{fault ? '' : reply ? audienceSaid(reply) : 'Counting …'}</p>
      {fault ? (
        <p className="house-warning" role="alert">
          {fault}{' '}
          <button type="button" onClick={askAgain}>
            Count again
          </button>
        </p>
      ) : null}
    </div>
  )
}
