'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { Problem } from '../../admin/shell/Problem.tsx'
import { formatNumber } from '../../letters/admin/texts.ts'
import type { ImportStatus } from '../imports/contract.ts'
import { Findings, Outcome } from './Outcome.tsx'
import { describeState, doesAnything } from './texts.ts'
import { useImport } from './use-import.ts'

const lists = '/cms/newsletter/lists'

/** An uploaded import: the planned changes, the button that carries them out, and their result. */
export function ImportSheet({ initialStatus }: { initialStatus: ImportStatus }) {
  const router = useRouter()
  const { status, problem, begin, drop } = useImport(initialStatus)
  const [unstated, setUnstated] = useState<'ask' | 'leave_out'>('leave_out')
  const [isBusy, setBusy] = useState(false)
  const { state, counts, progress, refusal } = status
  const act = async (action: () => Promise<unknown>) => {
    setBusy(true)
    await action()
    setBusy(false)
  }
  const discard = async () => {
    if (await drop()) router.push(lists)
  }
  const hasProgress = state === 'reading' || state === 'doing'
  return (
    <div className="lists-sheet">
      <p role="status" className="lists-state" data-state={state}>
        {describeState(status)}
      </p>
      {hasProgress ? (
        <label className="lists-progress">
          <span className="sr">{state === 'reading' ? 'Looked through' : 'Carried out'}</span>
          <progress value={progress} max={1} />
          <span aria-hidden="true">{Math.floor(progress * 100)} %</span>
        </label>
      ) : null}
      <Problem>{problem || refusal}</Problem>
      {state === 'ready' || state === 'doing' || state === 'done' ? (
        <>
          <Outcome status={status} />
          <Findings status={status} />
        </>
      ) : null}
      {state === 'ready' && counts.asks ? (
        <fieldset className="lists-choice">
          <legend>
            {counts.asks === 1
              ? 'One person has stated no consent. What about them?'
              : `${formatNumber(counts.asks)} people have stated no consent. What about them?`}
          </legend>
          <label>
            <input
              type="radio"
              name="unstated"
              checked={unstated === 'leave_out'}
              onChange={() => setUnstated('leave_out')}
            />
            <span>
              <b>Leave them out.</b> Nothing of them is kept.
            </span>
          </label>
          <label>
            <input
              type="radio"
              name="unstated"
              checked={unstated === 'ask'}
              onChange={() => setUnstated('ask')}
            />
            <span>
              <b>Ask each of them once, by mail.</b> They get letters only if they say yes there.
              Who doesn’t is forgotten in eight days, and nobody is asked twice.{' '}
              <CmsLink href="/cms/mail/templates/ask">See that mail</CmsLink>
            </span>
          </label>
        </fieldset>
      ) : null}
      {state === 'ready' ? (
        <p className="lists-actions">
          {doesAnything(status) ? (
            <Button kind="strong" unavailable={isBusy} onClick={() => act(() => begin(unstated))}>
              Carry it out
            </Button>
          ) : null}
          <Button unavailable={isBusy} onClick={() => act(discard)}>
            Throw it away
          </Button>
        </p>
      ) : null}
      {state === 'refused' || state === 'done' ? (
        <p className="lists-actions">
          <CmsLink className="ui-button" href={lists}>
            {state === 'done' ? 'Back to lists' : 'Choose another file'}
          </CmsLink>
          {state === 'done' ? (
            <CmsLink className="ui-button" href="/cms/collections/subscribers">
              See the subscribers
            </CmsLink>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
