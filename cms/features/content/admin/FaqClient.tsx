'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { SearchField } from '../../../platform/admin/shell/SearchField.tsx'
import { call } from '../editing/admin/calls.ts'
import type { ItemsReply } from '../editing/contract.ts'
import { changedPositions, moveItem, type Question } from './rules.ts'

const stateLabels: Record<Question['state'], string> = {
  published: 'Published',
  draft: 'Draft',
  changed: 'Draft over published',
}

/**
 * Saves the position of one question.
 * @param isLive whether to change the published question; otherwise the position is saved as a draft
 * @returns the new `updatedAt` of the question, ISO 8601
 * @throws Error with a message to show
 */
async function savePosition(
  id: number,
  data: { position: number; updatedAt: string | undefined },
  isLive: boolean,
): Promise<string> {
  const response = await fetch(`/api/faq/${id}?depth=0${isLive ? '' : '&draft=true'}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...data, _status: isLive ? 'published' : 'draft' }),
  })
  const { doc, message } = await response.json().catch(() => ({}))
  if (response.ok) return doc.updatedAt
  throw new Error(message || 'This could not be saved. Please try again.')
}

type Props = { page: string; questions: Question[]; canPublish: boolean }

/** Lists the questions of a page, with a search field. Buttons and dragging change the order. */
export function FaqClient({ page, questions, canPublish }: Props) {
  const router = useRouter()
  const [list, setList] = useState(questions)
  const [query, setQuery] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const saving = useRef<Promise<void>>(Promise.resolve())
  const queued = useRef(0)
  // The server refuses a change that does not start from the record's latest `updatedAt`.
  const updatedAts = useRef(new Map<number, string>())
  useEffect(() => {
    // While changes are queued, the reloaded questions are outdated.
    if (queued.current) return
    setList(questions)
    updatedAts.current = new Map(questions.map(({ id, updatedAt }) => [id, updatedAt]))
  }, [questions])

  const move = (from: number, to: number) => {
    if (to < 0 || to >= list.length || from === to) return
    const next = moveItem(list, from, to)
    const changes = changedPositions(next)
    const byId = new Map(list.map((each) => [each.id, each]))
    setList(next.map((each, index) => ({ ...each, position: index + 1 })))
    setAnnouncement(`“${list[from]?.question}” is now number ${to + 1} of ${list.length}.`)
    queue(async () => {
      for (const { id, position } of changes) {
        // A publisher changes the position of a published question at once. An editor saves the new position as a
        // draft.
        const updatedAt = updatedAts.current.get(id)
        const isLive = canPublish && byId.get(id)?.state === 'published'
        updatedAts.current.set(id, await savePosition(id, { position, updatedAt }, isLive))
      }
    })
  }
  const queue = (work: () => Promise<void>) => {
    queued.current++
    saving.current = saving.current
      .then(work)
      .catch((error) => {
        toast.error(error instanceof Error ? error.message : 'This could not be saved.')
      })
      .then(() => {
        queued.current--
        if (!queued.current) router.refresh()
      })
  }
  const drafts = list.filter(({ state }) => state !== 'published')
  const publish = () =>
    queue(async () => {
      const items = drafts.map(({ id }) => ({ id, updatedAt: updatedAts.current.get(id) }))
      await call<ItemsReply>('questions/publish', { items })
      toast.success(`Published ${drafts.length} ${drafts.length === 1 ? 'question' : 'questions'}.`)
    })
  const search = query.toLowerCase().trim()
  const isFound = (each: Question) =>
    `${each.question} ${each.answer}`.toLowerCase().includes(search)

  return (
    <>
      <div className="faq__bar">
        <SearchField
          label="Search the questions of this page"
          placeholder="Search questions and answers"
          value={query}
          onChange={setQuery}
        />
        <CmsLink href={`/cms/visual/${page}`}>See them on the page</CmsLink>
        {canPublish && drafts.length ? (
          <button type="button" onClick={publish}>
            Publish {drafts.length}
          </button>
        ) : null}
        <CmsLink
          className="is-main"
          href={`/cms/collections/faq/create?page=${page}&position=${list.length + 1}`}
        >
          New question
        </CmsLink>
      </div>
      <p className="sr" role="status">
        {announcement}
      </p>
      {list.length ? null : <p className="admin-quiet">This page has no questions yet.</p>}
      <ol className="faq__list">
        {list.map((each, index) =>
          isFound(each) ? (
            <li
              key={each.id}
              draggable={!search}
              data-dragged={dragged === index || undefined}
              data-state={each.state}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', String(each.id))
                setDragged(index)
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault()
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) move(dragged, index)
                setDragged(null)
              }}
            >
              <span className="faq__number" aria-hidden="true">
                {index + 1}
              </span>
              <div className="faq__words">
                <CmsLink href={`/cms/collections/faq/${each.id}`}>{each.question}</CmsLink>
                <p>{each.answer}</p>
              </div>
              <span className="faq__state">{stateLabels[each.state]}</span>
              <span className="faq__moves">
                <button
                  type="button"
                  disabled={index === 0 || Boolean(search)}
                  aria-label={`Move “${each.question}” up`}
                  onClick={() => move(index, index - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  disabled={index === list.length - 1 || Boolean(search)}
                  aria-label={`Move “${each.question}” down`}
                  onClick={() => move(index, index + 1)}
                >
                  ↓
                </button>
              </span>
            </li>
          ) : null,
        )}
      </ol>
    </>
  )
}
