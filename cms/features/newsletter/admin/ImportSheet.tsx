'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import type { ImportStatus } from '../imports/contract.ts'
import { ColumnDecisions } from './ColumnDecisions.tsx'
import { ImportSettingsForm } from './ImportSettingsForm.tsx'
import { Findings, Outcome } from './Outcome.tsx'
import { describeHead, describeState, doesAnything, needsDecisions } from './texts.ts'
import { useImport } from './use-import.ts'

const lists = '/cms/newsletter/lists'

/** An uploaded import: the planned changes, the button that carries them out, and their result. */
export function ImportSheet({
  initialStatus,
  today,
}: {
  initialStatus: ImportStatus
  /** `YYYY-MM-DD` on the venue’s calendar. */
  today: string
}) {
  const router = useRouter()
  const { status, problem, begin, change, drop } = useImport(initialStatus)
  const [unstated, setUnstated] = useState<'ask' | 'leave_out'>('leave_out')
  const [isBusy, setBusy] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [leftOut, setLeftOut] = useState<string[]>([])
  const { state, counts, progress, refusal, birthdays, undecided } = status
  const act = async (action: () => Promise<unknown>) => {
    setBusy(true)
    await action()
    setBusy(false)
  }
  const discard = async () => {
    if (await drop()) router.push(lists)
  }
  const open = undecided.filter(({ name }) => !leftOut.includes(name))
  const isOpen = needsDecisions({ counts, undecided: open }, unstated)
  const chosen = undecided.filter(({ name }) => leftOut.includes(name)).map(({ name }) => name)
  const aboutHead = describeHead(status)
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
          {aboutHead ? <p className="admin-quiet">{aboutHead}</p> : null}
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
      {state === 'ready' && undecided.length ? (
        <ColumnDecisions columns={undecided} leftOut={leftOut} onChange={setLeftOut} />
      ) : null}
      {state === 'ready' ? (
        <p className="lists-actions">
          {doesAnything(status) && birthdays !== null && !isTouched && !isOpen ? (
            <Button
              kind="strong"
              unavailable={isBusy}
              onClick={() => act(() => begin(unstated, chosen))}
            >
              Carry it out
            </Button>
          ) : null}
          <Button unavailable={isBusy} onClick={() => act(discard)}>
            Throw it away
          </Button>
        </p>
      ) : null}
      {state === 'ready' && birthdays === null ? (
        <p className="admin-warning">
          The days in this list can be read in two ways, so it can’t be carried out yet.{' '}
          <a href="#lists-birthdays">Say which is right</a>, and look through it again.
        </p>
      ) : null}
      {state === 'ready' && isOpen ? (
        <p className="admin-warning">
          Say first of each column above whether it tells who has left. Then the list can be carried
          out.
        </p>
      ) : null}
      {state === 'ready' && isTouched ? (
        <p role="status" className="admin-warning">
          You have changed how the list is read. Look through it again before you carry it out.
        </p>
      ) : null}
      {state === 'ready' ? (
        <ImportSettingsForm
          // The form shows the settings with which the rows were evaluated last.
          key={JSON.stringify([status.settings, status.layout])}
          status={status}
          today={today}
          isBusy={isBusy}
          leftOut={chosen}
          onTouch={() => setTouched(true)}
          onChange={async (settings) => {
            setBusy(true)
            const refused = await change(settings)
            if (!refused) setTouched(false)
            setBusy(false)
            return refused
          }}
        />
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
