'use client'
import { toast } from '@payloadcms/ui'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../../platform/admin/calls/call.ts'
import { useAction } from '../../../../platform/admin/calls/use-action.ts'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { CmsLink } from '../../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../../platform/admin/shell/format.ts'
import { keyName, sectionName } from '../../text-names.ts'
import type { DraftsReply, ItemsReply, KeyStatus } from '../contract.ts'
import { Changes } from '../ui/Changes.tsx'
import { idOf } from '../ui/content-keys.ts'
import { call, toKeyWithRevision } from './calls.ts'

type Props = {
  page: string
  drafts: KeyStatus[]
  canPublish: boolean
  onChanged: () => void
  onSelect: (key: KeyStatus) => void
}

/** Lists the drafts of a page with their changes. Staff publish or discard the chosen drafts. */
export function ChangesPanel({ page, drafts, canPublish, onChanged, onSelect }: Props) {
  // At first, drafts with a scheduled change are not chosen, as in the review sheet on the page.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { timeZone, today } = useAdminContext()
  const { isBusy, run } = useAction()
  const [isDiscarding, setDiscarding] = useState(false)
  const isChosen = (key: KeyStatus) => choices.get(idOf(key)) ?? !key.scheduled
  const chosen = drafts.filter(isChosen)
  const send = async (action: 'publish' | 'discard') => {
    await run(async () => {
      const { count } = await call<ItemsReply>(action, { items: chosen.map(toKeyWithRevision) })
      const what = count === 1 ? '1 change' : `${count} changes`
      toast.success(action === 'publish' ? `Published ${what}.` : `Discarded ${what}.`)
      onChanged()
    })
    setDiscarding(false)
  }
  const questionDrafts = useQuestionDraftCount(page)
  if (!drafts.length && questionDrafts === 0) {
    return <p className="admin-quiet">Everything on this page is published.</p>
  }
  const questionLink = questionDrafts ? (
    <p className="changes__questions">
      <CmsLink href={`/cms/faq/${page}`}>
        {questionDrafts} {questionDrafts === 1 ? 'question' : 'questions'} in draft
      </CmsLink>
    </p>
  ) : null
  if (!drafts.length) return questionLink
  return (
    <div className="changes">
      {questionLink}
      <ul>
        {drafts.map((key) => {
          const id = idOf(key)
          return (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={isChosen(key)}
                  onChange={({ target }) => setChoices(new Map([...choices, [id, target.checked]]))}
                />
                <b>
                  {key.page === page ? '' : 'Every page › '}
                  {sectionName(key.section)} › {keyName(key.content_key)}
                </b>
              </label>
              <p className="admin-quiet">
                {key.state === 'draft' ? 'first draft' : 'changed'}
                {key.by && ` by ${key.by}`}
                {key.at && `, ${formatMoment(key.at, timeZone, today)}`}
                {key.scheduled &&
                  `, ${key.scheduled.action === 'publish' ? 'goes live' : 'is taken off'} ${formatMoment(key.scheduled.at, timeZone, today)}`}
              </p>
              <Changes before={key.live} after={key.content_data} />
              <button type="button" onClick={() => onSelect(key)}>
                Show
              </button>
            </li>
          )
        })}
      </ul>
      <div className="changes__actions">
        {canPublish ? (
          <button
            type="button"
            className="is-main"
            disabled={isBusy || !chosen.length}
            onClick={() => send('publish')}
          >
            Publish {chosen.length}
          </button>
        ) : (
          <p className="admin-quiet">A publisher publishes these.</p>
        )}
        {isDiscarding ? (
          <button type="button" disabled={isBusy} onClick={() => send('discard')}>
            Really discard {chosen.length}?
          </button>
        ) : (
          <button
            type="button"
            disabled={isBusy || !chosen.length}
            onClick={() => setDiscarding(true)}
          >
            Discard {chosen.length}
          </button>
        )}
      </div>
    </div>
  )
}

/** The number of a page's questions that are in draft; null until the server has replied. */
function useQuestionDraftCount(page: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    call<DraftsReply>(`drafts?${new URLSearchParams({ page })}`)
      .then(({ questions }) => setCount(questions[page] ?? 0))
      .catch((error) => toast.error(errorMessage(error)))
  }, [page])
  return count
}
