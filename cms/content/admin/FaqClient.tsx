'use client'
import { Link, toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../editing/admin/calls.ts'
import type { ChosenReply } from '../../editing/contract.ts'
import { moved, placesToWrite, type Question } from './rules.ts'

const states: Record<Question['state'], string> = {
  published: 'Published',
  draft: 'Draft',
  changed: 'Draft over published',
}

/** @returns when it was written */
async function write(
  id: number,
  data: { position: number; updatedAt: string | undefined },
  live: boolean,
): Promise<string> {
  const answer = await fetch(`/api/faq/${id}?depth=0${live ? '' : '&draft=true'}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...data, _status: live ? 'published' : 'draft' }),
  })
  const { doc, message } = await answer.json().catch(() => ({}))
  if (answer.ok) return doc.updatedAt
  throw new Error(message || 'This could not be saved. Please try again.')
}

type Props = { page: string; questions: Question[]; publishes: boolean }

/** A page's questions: in order, to search, to put elsewhere with buttons or by dragging. */
export function FaqClient({ page, questions, publishes }: Props) {
  const router = useRouter()
  const [list, setList] = useState(questions)
  const [wanted, setWanted] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const saving = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)
  // What each move starts from: what was read, then what was written by the one before.
  const writtenAt = useRef(new Map<number, string>())
  useEffect(() => {
    // What was asked for before the last move is no longer so.
    if (waiting.current) return
    setList(questions)
    writtenAt.current = new Map(questions.map(({ id, updatedAt }) => [id, updatedAt]))
  }, [questions])

  const place = (from: number, to: number) => {
    if (to < 0 || to >= list.length || from === to) return
    const next = moved(list, from, to)
    const places = placesToWrite(next)
    const byId = new Map(list.map((each) => [each.id, each]))
    setList(next.map((each, index) => ({ ...each, position: index + 1 })))
    setSaid(`“${list[from]?.question}” is now number ${to + 1} of ${list.length}.`)
    // One order after the other: the last one is what remains.
    queue(async () => {
      for (const { id, position } of places) {
        // What is live stays live in its new place, where a publisher moves it.
        const updatedAt = writtenAt.current.get(id)
        const live = publishes && byId.get(id)?.state === 'published'
        writtenAt.current.set(id, await write(id, { position, updatedAt }, live))
      }
    })
  }
  const queue = (work: () => Promise<void>) => {
    waiting.current++
    saving.current = saving.current
      .then(work)
      .catch((error) => {
        toast.error(error instanceof Error ? error.message : 'This could not be saved.')
      })
      .then(() => {
        waiting.current--
        if (!waiting.current) router.refresh()
      })
  }
  const drafts = list.filter(({ state }) => state !== 'published')
  const publish = () =>
    queue(async () => {
      const items = drafts.map(({ id }) => ({ id, updatedAt: writtenAt.current.get(id) }))
      await call<ChosenReply>('questions/publish', { items })
      toast.success(`Published ${drafts.length} ${drafts.length === 1 ? 'question' : 'questions'}.`)
    })
  const search = wanted.toLowerCase().trim()
  const found = (each: Question) => `${each.question} ${each.answer}`.toLowerCase().includes(search)

  return (
    <>
      <div className="faq__bar">
        <label className="admin-search">
          <span className="sr">Search the questions of this page</span>
          <input
            type="search"
            placeholder="Search questions and answers"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </label>
        <Link href={`/cms/visual/${page}`} prefetch={false}>
          See them on the page
        </Link>
        {publishes && drafts.length ? (
          <button type="button" onClick={publish}>
            Publish {drafts.length}
          </button>
        ) : null}
        <Link
          className="is-main"
          href={`/cms/collections/faq/create?page=${page}&position=${list.length + 1}`}
          prefetch={false}
        >
          New question
        </Link>
      </div>
      <p className="sr" role="status">
        {said}
      </p>
      {list.length ? null : <p className="admin-quiet">This page has no questions yet.</p>}
      <ol className="faq__list">
        {list.map((each, index) =>
          found(each) ? (
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
                if (dragged !== null) place(dragged, index)
                setDragged(null)
              }}
            >
              <span className="faq__number" aria-hidden="true">
                {index + 1}
              </span>
              <div className="faq__words">
                <Link href={`/cms/collections/faq/${each.id}`} prefetch={false}>
                  {each.question}
                </Link>
                <p>{each.answer}</p>
              </div>
              <span className="faq__state">{states[each.state]}</span>
              <span className="faq__moves">
                <button
                  type="button"
                  disabled={index === 0 || Boolean(search)}
                  aria-label={`Move “${each.question}” up`}
                  onClick={() => place(index, index - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  disabled={index === list.length - 1 || Boolean(search)}
                  aria-label={`Move “${each.question}” down`}
                  onClick={() => place(index, index + 1)}
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
