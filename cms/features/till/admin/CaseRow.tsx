'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import type { Case } from '../queries.ts'
import { maxAnswerLength } from '../rules.ts'

/** A case, with a form for the answer while it is open. @param head when the case was opened or ended */
export function CaseRow({ item, head }: { item: Case; head: string }) {
  return (
    <li id={`case-${item.id}`}>
      <p className="admin-quiet">
        No. {item.id} · {head}
      </p>
      <p className="till-words">{item.text}</p>
      <p>
        <CmsLink href={`/cms/till?member=${item.member}&before=${item.transfer + 1}`}>
          About movement no. {item.transfer}
        </CmsLink>
      </p>
      {item.answer ? (
        <p className="till-words">
          <b>Answer:</b> {item.answer}
        </p>
      ) : null}
      {item.state === 'open' ? <AnswerForm id={item.id} /> : null}
    </li>
  )
}

function AnswerForm({ id }: { id: number }) {
  const router = useRouter()
  const field = useId()
  const [answer, setAnswer] = useState('')
  const [dialog, setDialog] = useState<'answer' | 'close' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    setDialog('answer')
  }
  const endCase = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const body = dialog === 'answer' ? { case: id, answer } : { case: id }
      await callApi(`till/cases/${dialog}`, { body })
      toast.success(dialog === 'answer' ? 'The answer is on its way.' : 'The case is closed.')
      setDialog(null)
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <form className="lists-form" onSubmit={submit}>
      <div className="lists-field">
        <label htmlFor={field}>Answer to case no. {id}</label>
        <textarea
          id={field}
          value={answer}
          required
          rows={3}
          maxLength={maxAnswerLength}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </div>
      <p className="lists-actions">
        <Button type="submit" kind="strong">
          Answer …
        </Button>
        <Button onClick={() => setDialog('close')}>
          Close without an answer …<span className="sr"> Case no. {id}</span>
        </Button>
      </p>
      {dialog ? (
        <ConfirmDialog
          title={dialog === 'answer' ? `Answer case no. ${id}` : `Close case no. ${id}`}
          confirmLabel={dialog === 'answer' ? 'Mail the answer' : 'Close it'}
          kind="strong"
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void endCase()}
          onClose={() => setDialog(null)}
        >
          <p>
            {dialog === 'answer'
              ? 'The member gets your answer by mail, and the case is done.'
              : 'The member gets no mail, and the case is done.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
